package pentago_swap;

/** Stands in for the course's class of this name. */
public class PentagoCoord {
    private final int x;
    private final int y;

    public PentagoCoord(int x, int y) {
        this.x = x;
        this.y = y;
    }

    public int getX() {
        return x;
    }

    public int getY() {
        return y;
    }
}
