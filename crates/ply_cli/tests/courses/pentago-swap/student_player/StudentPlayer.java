package student_player;

import boardgame.BoardState;
import boardgame.Move;
import java.util.List;
import java.util.Random;
import pentago_swap.PentagoBoardState;
import pentago_swap.PentagoMove;
import pentago_swap.PentagoPlayer;

/** A player in the course's style, which prints, and spoils the board it is given. */
public class StudentPlayer extends PentagoPlayer {
    private final Random random = new Random();
    private int heard;

    public StudentPlayer() {
        super("260123456");
    }

    @Override
    public void movePlayed(BoardState state, Move move) {
        heard++;
    }

    @Override
    public Move chooseMove(PentagoBoardState state) {
        System.out.println("turn " + state.getTurnNumber() + " of player " + player_id);
        if (heard != 2 * state.getTurnNumber() + state.getTurnPlayer()) throw new IllegalStateException("not told");
        if (player_id != state.getTurnPlayer()) throw new IllegalStateException("wrong colour");
        List<PentagoMove> legal = state.getAllLegalMoves();
        PentagoMove move = legal.get(random.nextInt(legal.size()));
        state.processMove(move);
        // Either order of a pair is the same swap.
        int x = move.getMoveCoord().getX(), y = move.getMoveCoord().getY();
        return new PentagoMove(x, y, move.getBSwap(), move.getASwap(), player_id);
    }
}
