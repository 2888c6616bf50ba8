// Stands in for the framework's assembly: its names, as far as thinkers and bridges need them. Lines are left to the arena.

using System;
using System.Collections.Generic;
using System.Threading;

namespace ColorShapeLinks.Common
{
    public enum PColor { White, Red }

    public enum PShape { Round, Square }

    public enum Winner { White, Red, Draw, None }

    public class Board
    {
        public readonly int rows;
        public readonly int cols;
        private readonly int[] height;
        private readonly int[,] left;

        public PColor Turn { get; private set; }

        public Board(int rows, int cols, int piecesInSequence, int roundPieces, int squarePieces)
        {
            this.rows = rows;
            this.cols = cols;
            height = new int[cols];
            left = new[,] { { roundPieces, squarePieces }, { roundPieces, squarePieces } };
        }

        public bool IsColumnFull(int col) => height[col] == rows;

        public int PieceCount(PColor color, PShape shape) => left[(int)color, (int)shape];

        public Winner CheckWinner()
        {
            bool over = left[(int)Turn, 0] + left[(int)Turn, 1] == 0 || Array.TrueForAll(height, high => high == rows);
            return over ? Winner.Draw : Winner.None;
        }

        public int DoMove(PShape shape, int col)
        {
            if (PieceCount(Turn, shape) == 0) throw new InvalidOperationException("no such piece");
            if (IsColumnFull(col)) return -1;
            left[(int)Turn, (int)shape]--;
            Turn = 1 - Turn;
            return height[col]++;
        }
    }
}

namespace ColorShapeLinks.Common.AI
{
    public struct FutureMove
    {
        public readonly int column;
        public readonly PShape shape;

        public FutureMove(int column, PShape shape)
        {
            this.column = column;
            this.shape = shape;
        }

        public static FutureMove NoMove => new FutureMove(-1, (PShape)(-1));

        public bool IsNoMove => column == -1;
    }

    public abstract class AbstractThinker
    {
#pragma warning disable CS0649
        private int rows, cols, winSequence, roundPiecesPerPlayer, squarePiecesPerPlayer, timeLimitMillis;
#pragma warning restore CS0649

        protected int Rows => rows;
        protected int Cols => cols;
        protected int WinSequence => winSequence;
        protected int RoundsPerPlayer => roundPiecesPerPlayer;
        protected int SquaresPerPlayer => squarePiecesPerPlayer;
        protected int TimeLimitMillis => timeLimitMillis;

        public virtual void Setup(string str) { }

        public abstract FutureMove Think(Board board, CancellationToken ct);
    }
}
