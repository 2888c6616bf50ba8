// Thinkers in the framework's style: one that plays and prints, and what thinkers do wrong.

using System;
using System.Collections.Generic;
using System.Threading;
using ColorShapeLinks.Common;
using ColorShapeLinks.Common.AI;

namespace Students
{
    public class PrintingThinker : AbstractThinker
    {
        private Random random;

        public override void Setup(string str) => random = str == "" ? new Random() : new Random(int.Parse(str));

        public override FutureMove Think(Board board, CancellationToken ct)
        {
            Console.WriteLine("{0} of {1}x{2}, {3} ms", board.Turn, Rows, Cols, TimeLimitMillis);
            List<FutureMove> moves = new List<FutureMove>();
            foreach (PShape shape in new[] { PShape.Round, PShape.Square })
                for (int col = 0; col < Cols && board.PieceCount(board.Turn, shape) > 0; col++)
                    if (!board.IsColumnFull(col)) moves.Add(new FutureMove(col, shape));
            return moves[random.Next(moves.Count)];
        }
    }

    public class Resigner : AbstractThinker
    {
        public override FutureMove Think(Board board, CancellationToken ct) => FutureMove.NoMove;
    }

    public class Thrower : AbstractThinker
    {
        public override FutureMove Think(Board board, CancellationToken ct) => throw new IndexOutOfRangeException();
    }

    public class Sleeper : AbstractThinker
    {
        public override FutureMove Think(Board board, CancellationToken ct)
        {
            Thread.Sleep(30000);
            return FutureMove.NoMove;
        }
    }

    public class Liar : AbstractThinker
    {
        public override FutureMove Think(Board board, CancellationToken ct) => new FutureMove(99, PShape.Round);
    }
}
