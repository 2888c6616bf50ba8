package pentago_swap;

import boardgame.Board;
import boardgame.BoardState;
import java.util.ArrayList;
import java.util.Arrays;

/** Stands in for the course's class of this name: stones and swaps; who has won is left to the arena. */
public class PentagoBoardState extends BoardState {
    public static final int WHITE = 0;
    public static final int BLACK = 1;

    public enum Piece { BLACK, WHITE, EMPTY }

    public enum Quadrant { TL, TR, BL, BR }

    private Piece[][] board = new Piece[6][6];
    private Piece[][][] quadrants = new Piece[4][3][3];
    private int turnPlayer = WHITE;
    private int turnNumber = 0;

    PentagoBoardState() {
        for (Piece[] row : board) Arrays.fill(row, Piece.EMPTY);
        for (Piece[][] quadrant : quadrants) for (Piece[] row : quadrant) Arrays.fill(row, Piece.EMPTY);
    }

    @Override
    public Object clone() {
        PentagoBoardState copy = new PentagoBoardState();
        for (int q = 0; q < 4; q++) for (int r = 0; r < 3; r++) copy.quadrants[q][r] = quadrants[q][r].clone();
        copy.turnPlayer = turnPlayer;
        copy.turnNumber = turnNumber;
        copy.build();
        return copy;
    }

    public int getWinner() {
        return getAllLegalMoves().isEmpty() ? Board.DRAW : Board.NOBODY;
    }

    public int getTurnPlayer() {
        return turnPlayer;
    }

    public int getTurnNumber() {
        return turnNumber;
    }

    public Piece getPieceAt(int x, int y) {
        return board[x][y];
    }

    public ArrayList<PentagoMove> getAllLegalMoves() {
        ArrayList<PentagoMove> moves = new ArrayList<>();
        Quadrant[] all = Quadrant.values();
        for (int x = 0; x < 6; x++)
            for (int y = 0; y < 6; y++)
                for (int a = 0; a < 4 && board[x][y] == Piece.EMPTY; a++)
                    for (int b = a + 1; b < 4; b++) moves.add(new PentagoMove(x, y, all[a], all[b], turnPlayer));
        return moves;
    }

    public void processMove(PentagoMove move) {
        int x = move.getMoveCoord().getX(), y = move.getMoveCoord().getY();
        if (board[x][y] != Piece.EMPTY) throw new IllegalArgumentException("Invalid move");
        quadrants[x / 3 * 2 + y / 3][x % 3][y % 3] = turnPlayer == WHITE ? Piece.WHITE : Piece.BLACK;
        int a = move.getASwap().ordinal(), b = move.getBSwap().ordinal();
        Piece[][] held = quadrants[a];
        quadrants[a] = quadrants[b];
        quadrants[b] = held;
        build();
        turnNumber += turnPlayer;
        turnPlayer = 1 - turnPlayer;
    }

    private void build() {
        for (int x = 0; x < 6; x++)
            for (int y = 0; y < 6; y++) board[x][y] = quadrants[x / 3 * 2 + y / 3][x % 3][y % 3];
    }
}
