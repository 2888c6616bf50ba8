package boardgame;

/** Stands in for the course's class of this name. */
public abstract class Player {
    protected int player_id;

    public Player(String name) {}

    public void movePlayed(BoardState state, Move move) {}

    public void setColor(int color) {
        player_id = color;
    }

    public abstract Move chooseMove(BoardState state);
}
