package pentago_swap;

import boardgame.Move;
import pentago_swap.PentagoBoardState.Quadrant;

/** Stands in for the course's class of this name. */
public class PentagoMove extends Move {
    private final PentagoCoord coord;
    private final Quadrant a;
    private final Quadrant b;

    public PentagoMove(int x, int y, Quadrant a, Quadrant b, int player) {
        coord = new PentagoCoord(x, y);
        this.a = a;
        this.b = b;
    }

    public PentagoMove(String text) {
        String[] words = text.split(" ");
        coord = new PentagoCoord(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
        a = Quadrant.valueOf(words[2]);
        b = Quadrant.valueOf(words[3]);
    }

    public PentagoCoord getMoveCoord() {
        return coord;
    }

    public Quadrant getASwap() {
        return a;
    }

    public Quadrant getBSwap() {
        return b;
    }
}
