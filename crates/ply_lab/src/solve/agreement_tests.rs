//! Solvers, tables and plain minimax agree; planted faults do not pass.
//!
//! `PLYGROUND_POSITIONS=1000` compares a thousand positions of each board instead of a few.

use ply_agents::{GamePayoff, fill_table};
use ply_game::{BoardGame, Game, Hashed, Indexed, Outcome, Player, Rng, Scored, Spec, Symmetric, rng};
use ply_games::Visitor;
use ply_games::dots_and_boxes::DotsAndBoxes;
use ply_games::simplexity::{Geometry, Simplexity};
use ply_search::solve::{Answer, Dfpn, Exact, Points, Solver, Verdict};
use ply_search::{Budget, Limits};

use super::tests::{late_position, minimax};
use super::*;

/// Small boards, and how many plies before the end of a random game the position lies at most.
const BOARDS: [(&str, usize); 11] = [
    ("dots-and-boxes:rows=1,cols=4", 8),
    ("dots-and-boxes:rows=1,cols=5", 8),
    ("dots-and-boxes:rows=2,cols=2", 8),
    ("dots-and-boxes:rows=2,cols=3", 8),
    ("dots-and-boxes:rows=2,cols=4", 8),
    ("simplexity:rows=3,cols=3,win=3", 6),
    ("simplexity:rows=3,cols=4,win=3", 6),
    ("simplexity:rows=2,cols=5,win=3", 6),
    ("colosseum:size=2", 6),
    ("colosseum:size=3", 4),
    ("infexion:size=3", 3),
];
const FEW: usize = 20;
/// Random games end early, too, and best play from there may be long: such positions are left to others.
const MINIMAX_NODES: u32 = 50_000;

fn positions_a_board() -> usize {
    std::env::var("PLYGROUND_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(FEW)
}

/// A position of a random game near its end, and what it is worth to the first player by plain minimax.
fn judged<G: BoardGame>(start: &G, payoff: GamePayoff, most_plies: usize, rng: &mut Rng) -> (G, i32) {
    loop {
        let plies = 1 + ply_game::below(rng, most_plies as u32) as usize;
        let position = late_position(start, plies, rng);
        if let Some(value) = minimax(&position, payoff, &mut MINIMAX_NODES.clone()) {
            return (position, value);
        }
    }
}

/// What a solver says of a position, for the first player.
fn found<G: BoardGame>(spec: &Spec, position: &G, solver: Option<Box<dyn Solver<G>>>) -> Option<i32> {
    let portfolio = Portfolio::new(spec, position, 2, 1);
    let mut portfolio = match solver {
        None => portfolio,
        Some(solver) => portfolio.asking(solver),
    };
    solve(position, GamePayoff::of(spec), &mut portfolio, &Budget::new(Limits::default())).value()
}

struct Agreement {
    plies: usize,
}

impl Visitor for Agreement {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let payoff = GamePayoff::of(&spec);
        let rng = &mut rng(11);
        let (table, _) = fill_table(&start, payoff, 1, &mut |_| true).unwrap_or_else(|error| panic!("{spec}: {error}"));
        for _ in 0..positions_a_board() {
            let (position, value) = judged(&start, payoff, self.plies, rng);
            let text = position.position_text();
            assert_eq!(found(&spec, &position, None), Some(value), "solve and minimax: {spec} {text}");
            if position.outcome().is_none() {
                let sign = if position.to_move() == Player::First { 1 } else { -1 };
                assert_eq!(sign * table.value(&position), value, "table and minimax: {spec} {text}");
            }
        }
    }
}

#[test]
fn solvers_tables_and_minimax_agree_on_eleven_small_boards() {
    for (board, plies) in BOARDS {
        ply_games::visit(&board.parse().expect("a spec"), None, Agreement { plies }).expect("a game");
    }
}

/// How many of some positions a solver judges otherwise than minimax does.
fn disagreements<G: BoardGame>(spec: &str, start: &G, plies: usize, solver: impl Fn() -> Box<dyn Solver<G>>) -> usize {
    let spec: Spec = spec.parse().expect("a spec");
    let rng = &mut rng(5);
    let differs = |_: &usize| {
        let (position, value) = judged(start, GamePayoff::of(&spec), plies, rng);
        found(&spec, &position, Some(solver())) != Some(value)
    };
    (0..50).filter(differs).count()
}

/// A position with a fault in its rules, for a solver that sees them so.
trait Faulty: Hashed + Symmetric + Indexed + Scored {
    type Sound: BoardGame<Move = Self::Move>;

    fn seen(position: &Self::Sound) -> Self;
}

/// A sound solver of faulty rules.
struct Misled<F>(Exact<Points>, std::marker::PhantomData<F>);

impl<F: Faulty> Misled<F> {
    fn solver() -> Box<dyn Solver<F::Sound>> {
        Box::new(Self(Exact::new(Points::new(), 2).folding(usize::MAX), std::marker::PhantomData))
    }
}

impl<F: Faulty> Solver<F::Sound> for Misled<F> {
    fn at_least(&mut self, position: &F::Sound, target: i32, budget: &Budget) -> Answer<F::Move> {
        self.0.at_least(&F::seen(position), target, budget)
    }
}

/// Dots-and-Boxes with a fault: an image too many, in which one more edge is drawn, or else the wrong chain rule, that
/// whoever can take a box takes it, so that nobody ever hands the last two of a chain over.
#[derive(Clone, PartialEq, Debug)]
struct Wrong<const IMAGE: bool>(DotsAndBoxes<u64>);

impl<const IMAGE: bool> Faulty for Wrong<IMAGE> {
    type Sound = DotsAndBoxes<u64>;

    fn seen(position: &DotsAndBoxes<u64>) -> Self {
        Self(*position)
    }
}

impl<const IMAGE: bool> Hashed for Wrong<IMAGE> {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl<const IMAGE: bool> Scored for Wrong<IMAGE> {
    fn scores(&self) -> Option<[i32; 2]> {
        self.0.scores()
    }
}

impl<const IMAGE: bool> Indexed for Wrong<IMAGE> {
    fn move_slots(&self) -> usize {
        self.0.move_slots()
    }

    fn move_index(&self, mv: Self::Move) -> usize {
        self.0.move_index(mv)
    }

    fn move_at(&self, index: usize) -> Option<Self::Move> {
        self.0.move_at(index)
    }
}

impl<const IMAGE: bool> Symmetric for Wrong<IMAGE> {
    fn symmetries(&self) -> usize {
        if IMAGE { self.0.symmetries() + 1 } else { 1 }
    }

    fn transformed(&self, symmetry: usize) -> Self {
        if symmetry < self.0.symmetries() {
            return Self(self.0.transformed(symmetry));
        }
        Self(self.0.move_list().first().map_or(self.0, |&mv| self.0.after(mv)))
    }

    fn transformed_move(&self, symmetry: usize, mv: Self::Move) -> Self::Move {
        if symmetry < self.0.symmetries() { self.0.transformed_move(symmetry, mv) } else { mv }
    }
}

impl<const IMAGE: bool> Game for Wrong<IMAGE> {
    type Move = <DotsAndBoxes<u64> as Game>::Move;

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, each: impl FnMut(Self::Move)) {
        let takes = |mv: &Self::Move| !IMAGE && self.0.after(*mv).to_move() == self.0.to_move();
        let (taking, other): (Vec<_>, Vec<_>) = self.0.move_list().into_iter().partition(takes);
        if taking.is_empty() { other } else { taking }.into_iter().for_each(each);
    }

    fn play(&mut self, mv: Self::Move) {
        self.0.play(mv);
    }
}

/// Proof-number search alone, sound or claiming more than it shows: that a draw is a win.
struct ProofNumbers {
    dfpn: Dfpn,
    overestimates: bool,
}

impl<G: Hashed> Solver<G> for ProofNumbers {
    fn at_least(&mut self, position: &G, target: i32, budget: &Budget) -> Answer<G::Move> {
        // Whatever is played is a loss at least, which nobody has to prove.
        if target < 0 {
            let best = position.move_list().first().copied();
            return Answer { verdict: Verdict::Proven, bound: target, best, nodes: 0 };
        }
        let answer = self.dfpn.at_least(position, if self.overestimates { 0 } else { target }, budget);
        Answer { bound: if answer.verdict == Verdict::Proven { target } else { answer.bound }, ..answer }
    }
}

#[test]
fn a_wrong_chain_rule_is_noticed() {
    let start = DotsAndBoxes::<u64>::new(2, 3);
    let spec = "dots-and-boxes:rows=2,cols=3";
    assert!(disagreements(spec, &start, 9, Misled::<Wrong<false>>::solver) > 0);
}

#[test]
fn an_image_too_many_is_noticed() {
    let start = DotsAndBoxes::<u64>::new(2, 3);
    let spec = "dots-and-boxes:rows=2,cols=3";
    assert!(disagreements(spec, &start, 9, Misled::<Wrong<true>>::solver) > 0);
}

#[test]
fn an_overestimate_of_proof_number_search_is_noticed() {
    let start = Simplexity::<u64>::new(Geometry::of(3, 3, 3), 2, 3);
    let spec = "simplexity:rows=3,cols=3,win=3";
    let solver = |overestimates| Box::new(ProofNumbers { dfpn: Dfpn::new(2), overestimates }) as Box<dyn Solver<_>>;
    assert_eq!(disagreements(spec, &start, 6, || solver(false)), 0);
    assert!(disagreements(spec, &start, 6, || solver(true)) > 0);
}
