package boardgame;

/** Stands in for the course's class of this name. */
public abstract class BoardState {
    public abstract Object clone();
}
