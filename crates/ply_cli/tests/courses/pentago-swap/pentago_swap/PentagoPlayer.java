package pentago_swap;

import boardgame.BoardState;
import boardgame.Move;
import boardgame.Player;

/** Stands in for the course's class of this name. */
public abstract class PentagoPlayer extends Player {
    public PentagoPlayer(String name) {
        super(name);
    }

    @Override
    public final Move chooseMove(BoardState state) {
        return chooseMove((PentagoBoardState) state);
    }

    public abstract Move chooseMove(PentagoBoardState state);
}
