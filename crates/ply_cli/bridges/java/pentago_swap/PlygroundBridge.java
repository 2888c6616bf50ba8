package pentago_swap;

import boardgame.Board;
import boardgame.Move;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import pentago_swap.PentagoBoardState.Piece;

/**
 * Plays a PentagoPlayer as a program of the arena: UGI outside, the course's interface inside. It stands in the course's
 * package because a board can be made only there.
 *
 * <p>What the player prints goes to standard error. It is made, and the course's classes are warmed up, before any clock
 * runs. Whatever it throws is no move, with the trace on standard error.
 */
public final class PlygroundBridge {
    private final PrintStream arena;
    private final Class<? extends PentagoPlayer> type;
    private PentagoPlayer player;
    private boolean asked;
    private String start = "startpos";
    private List<String> moves = new ArrayList<>();
    /** The moves that the player has heard of, from the start before them. */
    private List<String> told = new ArrayList<>();
    private String toldStart = "startpos";

    private PlygroundBridge(PrintStream arena, Class<? extends PentagoPlayer> type) {
        this.arena = arena;
        this.type = type;
    }

    public static void main(String[] args) throws Exception {
        PrintStream arena = System.out;
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.setIn(new ByteArrayInputStream(new byte[0]));
        new PlygroundBridge(arena, Class.forName(args[0]).asSubclass(PentagoPlayer.class)).talk(in);
        // Threads that the player has left behind are not waited for.
        Runtime.getRuntime().halt(0);
    }

    private void talk(BufferedReader in) throws Exception {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            List<String> words = Arrays.asList(line.trim().split("\\s+"));
            switch (words.get(0)) {
                case "ugi": arena.println("id name " + type.getName() + "\nugiok"); break;
                case "isready":
                    load();
                    arena.println("readyok");
                    break;
                case "uginewgame":
                    if (asked) player = null;
                    break;
                case "position":
                    int split = words.contains("moves") ? words.indexOf("moves") : words.size();
                    start = String.join(" ", words.subList(1, split));
                    moves = new ArrayList<>(words.subList(Math.min(split + 1, words.size()), words.size()));
                    break;
                case "go": arena.println("bestmove " + bestMove()); break;
                case "quit": return;
                default: break;
            }
            arena.flush();
        }
    }

    private void load() throws Exception {
        if (player == null) {
            create();
            asked = false;
            warmUp();
        }
    }

    /** A player that has heard of nothing. Its class need not be public. */
    private void create() throws Exception {
        Constructor<? extends PentagoPlayer> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        player = constructor.newInstance();
        told.clear();
        toldStart = start;
    }

    /** Random games with the course's classes alone, which keep nothing: the player's own state is not touched. */
    private static void warmUp() {
        long until = System.nanoTime() + 300_000_000L;
        Random random = new Random(1);
        while (System.nanoTime() < until) {
            PentagoBoardState board = new PentagoBoardState();
            while (board.getWinner() == Board.NOBODY) {
                List<PentagoMove> legal = board.getAllLegalMoves();
                board = (PentagoBoardState) board.clone();
                board.processMove(legal.get(random.nextInt(legal.size())));
            }
        }
    }

    private String bestMove() {
        asked = true;
        try {
            load();
            Move move = player.chooseMove((PentagoBoardState) tell().clone());
            return move == null ? "(none)" : spell(move);
        } catch (OutOfMemoryError error) {
            throw error;
        } catch (Throwable thrown) {
            thrown.printStackTrace();
            return "(none)";
        }
    }

    /** The position; the player hears of every move that is new to it, its own too, as from the course's client. */
    private PentagoBoardState tell() throws Exception {
        boolean goesOn = start.equals(toldStart) && told.size() <= moves.size() && moves.subList(0, told.size()).equals(told);
        if (!goesOn) {
            create();
        }
        PentagoBoardState board = start.equals("startpos") ? new PentagoBoardState() : read(start.split(" "));
        player.setColor((board.getTurnPlayer() + moves.size()) % 2);
        for (int ply = 0; ply < moves.size(); ply++) {
            PentagoMove move = new PentagoMove(moves.get(ply).replaceAll("[,-]", " ") + " " + board.getTurnPlayer());
            board.processMove(move);
            if (ply >= told.size()) {
                told.add(moves.get(ply));
                player.movePlayed((PentagoBoardState) board.clone(), move);
            }
        }
        return board;
    }

    /** A board that was set up: "fen", 36 cells, whose turn. */
    private static PentagoBoardState read(String[] words) throws Exception {
        PentagoBoardState board = new PentagoBoardState();
        Piece[][] cells = new Piece[6][6];
        Piece[][][] quadrants = new Piece[4][3][3];
        int stones = 0;
        for (int i = 0; i < 36; i++) {
            char text = words[1].charAt(i);
            Piece piece = text == 'w' ? Piece.WHITE : text == 'b' ? Piece.BLACK : Piece.EMPTY;
            stones += piece == Piece.EMPTY ? 0 : 1;
            int row = i / 6, column = i % 6;
            cells[row][column] = quadrants[row / 3 * 2 + column / 3][row % 3][column % 3] = piece;
        }
        set(board, "board", cells);
        set(board, "quadrants", quadrants);
        set(board, "turnPlayer", words[2].equals("w") ? PentagoBoardState.WHITE : PentagoBoardState.BLACK);
        set(board, "turnNumber", stones / 2);
        return board;
    }

    private static void set(PentagoBoardState board, String name, Object value) throws Exception {
        Field field = PentagoBoardState.class.getDeclaredField(name);
        field.setAccessible(true);
        field.set(board, value);
    }

    private static String spell(Move answer) {
        if (!(answer instanceof PentagoMove)) return answer.toString().replaceAll("\\s", "");
        PentagoMove move = (PentagoMove) answer;
        PentagoBoardState.Quadrant a = move.getASwap(), b = move.getBSwap();
        String swap = a.ordinal() < b.ordinal() ? a + "-" + b : b + "-" + a;
        return move.getMoveCoord().getX() + "," + move.getMoveCoord().getY() + "," + swap;
    }
}
