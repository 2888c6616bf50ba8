package student_player;

import boardgame.Move;
import pentago_swap.PentagoBoardState;
import pentago_swap.PentagoBoardState.Quadrant;
import pentago_swap.PentagoMove;
import pentago_swap.PentagoPlayer;

class Thrower extends PentagoPlayer {
    public Thrower() {
        super("thrower");
    }

    public Move chooseMove(PentagoBoardState state) {
        throw new ArrayIndexOutOfBoundsException("7");
    }
}

class Sleeper extends PentagoPlayer {
    public Sleeper() {
        super("sleeper");
    }

    public Move chooseMove(PentagoBoardState state) {
        try {
            Thread.sleep(30_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return null;
    }
}

class Liar extends PentagoPlayer {
    public Liar() {
        super("liar");
    }

    public Move chooseMove(PentagoBoardState state) {
        return new PentagoMove(9, 9, Quadrant.TL, Quadrant.TL, 0);
    }
}

class Silent extends PentagoPlayer {
    public Silent() {
        super("silent");
    }

    public Move chooseMove(PentagoBoardState state) {
        return null;
    }
}
