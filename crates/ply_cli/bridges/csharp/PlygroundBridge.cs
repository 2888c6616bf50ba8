// Plays a ColorShapeLinks thinker as a program of the arena: UGI outside, AbstractThinker inside.
//
//     dotnet PlygroundBridge.dll FOLDER ASSEMBLY [CLASS [PARAMETERS]]
//
// Without a class the thinkers of the assembly are listed. Other assemblies are looked for in the same folder. What the
// thinker prints goes to standard error. It is made, and the framework's board is warmed up, before any clock runs. No move
// and whatever it throws are "(none)", with the trace on standard error.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using System.Threading;
using ColorShapeLinks.Common;
using ColorShapeLinks.Common.AI;

public static class PlygroundBridge
{
    public static int Main(string[] args)
    {
        string folder = Path.GetFullPath(args[0]);
        // The framework's types are first needed in methods that are compiled after this.
        AssemblyLoadContext.Default.Resolving += (context, name) =>
        {
            string beside = Path.Combine(folder, name.Name + ".dll");
            return File.Exists(beside) ? context.LoadFromAssemblyPath(beside) : null;
        };
        return Start(AssemblyLoadContext.Default.LoadFromAssemblyPath(Path.Combine(folder, args[1])), args);
    }

    private static int Start(Assembly assembly, string[] args)
    {
        if (args.Length < 3)
        {
            IEnumerable<Type> thinkers = assembly.GetTypes()
                .Where(type => typeof(AbstractThinker).IsAssignableFrom(type) && !type.IsAbstract);
            foreach (Type type in thinkers) Console.WriteLine(type.FullName);
            return 0;
        }
        TextWriter arena = Console.Out;
        TextReader told = Console.In;
        Console.SetOut(Console.Error);
        Console.SetIn(TextReader.Null);
        new Conversation(arena, assembly.GetType(args[2], true), args.Length > 3 ? args[3] : "").Talk(told);
        arena.Flush();
        // Threads that the thinker has left behind are not waited for.
        Environment.Exit(0);
        return 0;
    }

    private sealed class Conversation
    {
        private readonly TextWriter arena;
        private readonly Type type;
        private readonly string parameters;
        private Dictionary<string, int> options = new Dictionary<string, int>();
        private AbstractThinker thinker;
        private int limit;
        private bool asked;
        private bool setUp;
        private string[] moves = new string[0];

        public Conversation(TextWriter arena, Type type, string parameters)
        {
            this.arena = arena;
            this.type = type;
            this.parameters = parameters;
        }

        public void Talk(TextReader told)
        {
            for (string line = told.ReadLine(); line != null && line.Trim() != "quit"; line = told.ReadLine())
            {
                Hear(line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries));
                arena.Flush();
            }
        }

        private void Hear(string[] words)
        {
            switch (words.FirstOrDefault())
            {
                case "ugi":
                    arena.WriteLine("id name " + type.FullName + "\nugiok");
                    break;
                case "setoption" when words.Length == 5 && words[2] == "Game":
                    options = words[4].Split(':').Last().Split(',').Select(option => option.Split('='))
                        .Where(pair => pair.Length == 2).ToDictionary(pair => pair[0], pair => int.Parse(pair[1]));
                    break;
                case "uginewgame":
                    if (asked) thinker = null;
                    break;
                case "isready":
                    if (thinker == null && options.Count > 0)
                    {
                        Create(200);
                        WarmUp();
                    }
                    arena.WriteLine("readyok");
                    break;
                case "position":
                    setUp = words[1] == "fen";
                    moves = words.SkipWhile(word => word != "moves").Skip(1).ToArray();
                    break;
                case "go":
                    arena.WriteLine("bestmove " + BestMove(words));
                    break;
            }
        }

        private int Option(string name) => options[name];

        private Board NewBoard() =>
            new Board(Option("rows"), Option("cols"), Option("win"), Option("round"), Option("square"));

        // As the framework's own prototype makes one.
        private void Create(int milliseconds)
        {
            thinker = (AbstractThinker)Activator.CreateInstance(type);
            Set("rows", Option("rows"));
            Set("cols", Option("cols"));
            Set("winSequence", Option("win"));
            Set("roundPiecesPerPlayer", Option("round"));
            Set("squarePiecesPerPlayer", Option("square"));
            Set("timeLimitMillis", milliseconds);
            limit = milliseconds;
            thinker.Setup(parameters);
            asked = false;
        }

        private void Set(string field, int value) => typeof(AbstractThinker)
            .GetField(field, BindingFlags.NonPublic | BindingFlags.Instance)?.SetValue(thinker, value);

        // Games with the framework's board alone: the thinker's own state is not touched.
        private void WarmUp()
        {
            Random random = new Random(1);
            for (DateTime until = DateTime.Now.AddMilliseconds(300); DateTime.Now < until;)
            {
                Board board = NewBoard();
                while (board.CheckWinner() == Winner.None && DateTime.Now < until)
                {
                    PShape shape = random.Next(2) == 0 ? PShape.Round : PShape.Square;
                    if (board.PieceCount(board.Turn, shape) > 0) board.DoMove(shape, random.Next(Option("cols")));
                }
            }
        }

        private string BestMove(string[] words)
        {
            try
            {
                if (setUp) throw new NotSupportedException("a thinker can only begin with the empty board");
                int given = Given(words);
                if (thinker == null) Create(given);
                asked = true;
                if (given != limit) Set("timeLimitMillis", limit = given);
                Board board = NewBoard();
                foreach (string move in moves)
                {
                    board.DoMove(move[0] == 'o' ? PShape.Round : PShape.Square, int.Parse(move.Substring(1)));
                }
                FutureMove answer = thinker.Think(board, new CancellationTokenSource(given).Token);
                return answer.IsNoMove ? "(none)" : (answer.shape == PShape.Round ? "o" : "s") + answer.column;
            }
            catch (Exception thrown)
            {
                Console.Error.WriteLine(thrown);
                return "(none)";
            }
        }

        // Milliseconds for this move; of a bank, a twentieth of whoever has less.
        private static int Given(string[] words)
        {
            int Number(string name)
            {
                int at = Array.IndexOf(words, name);
                return at < 0 ? int.MaxValue : int.Parse(words[at + 1]);
            }
            int bank = Math.Min(Number("p1time"), Number("p2time"));
            int least = Math.Min(Number("movetime"), bank == int.MaxValue ? bank : Math.Max(bank / 20, 1));
            return least == int.MaxValue ? 200 : least;
        }
    }
}
