//! Both solvers against plain minimax, on trees with kept turns and on late positions of the games.

use ply_game::{BoardGame, Game, Hashed, Indexed, Outcome, Player, Rng, Scored, Spec, Symmetric, TreeGame, below, rng};
use ply_games::dots_and_boxes::DotsAndBoxes;

use super::solver_table::SolverTable;
use super::{Dfpn, Exact, Goal, Payoff, Points, Prospect, Question, Solver as _, Verdict, WinDrawLoss};
use crate::{Budget, Limits, Minimax, Report, Score, Searcher, Silent, Zero};

/// Deeper than any game here that the oracle can solve.
const WHOLE_GAME: u32 = 1000;

fn unlimited() -> Budget {
    Budget::new(Limits::default())
}

fn of_nodes(nodes: u64) -> Budget {
    Budget::new(Limits::nodes(nodes))
}

/// What minimax to the end of the game says, if that takes at most so many nodes.
fn oracle<G: Game>(position: &G, nodes: u64) -> Option<Report<G::Move>> {
    let limits = Limits { depth: Some(WHOLE_GAME), ..Limits::nodes(nodes) };
    let report = Minimax::new(Zero).search(position, &Budget::new(limits), &mut Silent);
    (report.nodes < nodes).then_some(report)
}

fn sign(score: Score) -> i32 {
    score.points().signum()
}

/// The value of a position that is not over, with neither pruning nor table.
fn plain_value<G: Hashed>(payoff: &impl Payoff<G>, position: &G) -> i32 {
    let mover = position.to_move();
    let value = |child: G| match child.outcome() {
        Some(outcome) => payoff.at_end(&child, outcome, mover),
        None if child.to_move() == mover => plain_value(payoff, &child),
        None => -plain_value(payoff, &child),
    };
    position.move_list().into_iter().map(|mv| value(position.after(mv))).max().expect("a game that goes on has a move")
}

fn check_exact<G: Hashed + Symmetric + Indexed>(exact: &mut Exact<WinDrawLoss>, position: &G, truth: &Report<G::Move>) {
    let solution = exact.solve(position, &unlimited());
    assert_eq!(solution.value(), Some(sign(truth.score)), "{position:?}");
    let score_of = |mv| truth.root.iter().find(|root| root.mv == mv).map(|root| sign(root.score));
    assert_eq!(solution.best.and_then(score_of), solution.value(), "{position:?}");
    for value in exact.solve_moves(position, &unlimited()).0 {
        assert_eq!(value.value(), score_of(value.mv), "{:?} in {position:?}", value.mv);
    }
    let mut at = position.clone();
    exact.line(position, &unlimited()).into_iter().for_each(|mv| at.play(mv));
    let end = at.outcome().expect("the line goes to the end");
    assert_eq!(sign(Score::of_outcome(end, position.to_move(), 0)), sign(truth.score), "{position:?}");
}

fn outcome_of(score: Score, mover: Player) -> Outcome {
    match sign(score) {
        1 => Outcome::Win(mover),
        0 => Outcome::Draw,
        _ => Outcome::Win(mover.other()),
    }
}

fn check_dfpn<G: Hashed>(dfpn: &mut Dfpn, position: &G, truth: &Report<G::Move>) {
    let mover = position.to_move();
    let result = outcome_of(truth.score, mover);
    let result_of = |mv: G::Move| {
        let root = truth.root.iter().find(|root| root.mv == mv).expect("a legal move");
        outcome_of(root.score, mover)
    };
    for player in Player::BOTH {
        for goal in [Goal::Win, Goal::Draw] {
            let question = Question { player, goal };
            let is_true = question.is_reached_by(result);
            let proof = dfpn.prove(position, question, &unlimited());
            assert_eq!(proof.verdict, if is_true { Verdict::Proven } else { Verdict::Disproven }, "{position:?}");
            assert_eq!((proof.pn == 0, proof.dn == 0), (is_true, !is_true));
            let end =
                proof.line.iter().try_fold(position.clone(), |at, &mv| at.outcome().is_none().then(|| at.after(mv)));
            if let Some(outcome) = end.expect("a line of moves").outcome() {
                assert_eq!(question.is_reached_by(outcome), is_true, "{position:?}");
            }
            assert_eq!(question.is_reached_by(result_of(proof.line[0])), is_true, "{position:?}");
        }
    }
    let settled = dfpn.settle(position, &unlimited());
    assert_eq!(settled.prospect.outcome(mover), Some(result), "{position:?}");
    assert_eq!(settled.best.map(result_of), Some(result), "{position:?}");
}

/// However small the budget and the table, what is claimed is true.
fn check_small_budgets<G: Hashed + Symmetric + Indexed>(position: &G, truth: &Report<G::Move>) {
    let value = sign(truth.score);
    let mover = position.to_move();
    for nodes in [1, 2, 3, 5, 10, 30, 100, 300, 1000] {
        let mut exact = Exact::with_table(WinDrawLoss, SolverTable::of_buckets(1));
        let solution = exact.solve(position, &of_nodes(nodes));
        assert!(solution.nodes <= nodes && (solution.lower..=solution.upper).contains(&value), "{position:?}");
        assert_eq!(solution, exact.solve(position, &of_nodes(nodes)));
        for bounds in exact.solve_moves(position, &of_nodes(nodes)).0 {
            let root = truth.root.iter().find(|root| root.mv == bounds.mv).expect("a legal move");
            assert!((bounds.lower..=bounds.upper).contains(&sign(root.score)), "{position:?}");
        }
        let mut dfpn = Dfpn::with_table(SolverTable::of_buckets(1));
        let question = Question::wins(mover);
        let proof = dfpn.prove(position, question, &of_nodes(nodes));
        assert_eq!(proof, dfpn.prove(position, question, &of_nodes(nodes)));
        let truthful = if value == 1 { Verdict::Proven } else { Verdict::Disproven };
        assert!(proof.nodes <= nodes && [truthful, Verdict::Unknown].contains(&proof.verdict), "{position:?}");
        let settled = dfpn.settle(position, &of_nodes(nodes));
        assert!(settled.nodes <= nodes);
        let outcome = settled.prospect.outcome(mover);
        assert!(outcome.is_none_or(|outcome| outcome == outcome_of(truth.score, mover)), "{position:?}");
    }
}

#[test]
fn trees_with_kept_turns_get_minimax_values() {
    let mut exact = Exact::with_table(WinDrawLoss, SolverTable::of_buckets(64));
    let mut dfpn = Dfpn::with_table(SolverTable::of_buckets(64));
    for seed in 0..4000 {
        let tree = TreeGame::random(&mut rng(seed), 2 + seed as usize % 6, 2 + seed as u32 % 3);
        let truth = oracle(&tree, u64::MAX).expect("small trees");
        check_exact(&mut exact, &tree, &truth);
        check_dfpn(&mut dfpn, &tree, &truth);
        check_small_budgets(&tree, &truth);
    }
}

/// A random position after one move that does not end the game, if there is such a move.
fn random_unfinished<G: Game>(position: &G, rng: &mut Rng) -> Option<G> {
    let mut children: Vec<G> = position.move_list().into_iter().map(|mv| position.after(mv)).collect();
    children.retain(|child| child.outcome().is_none());
    (!children.is_empty()).then(|| children.swap_remove(below(rng, children.len() as u32) as usize))
}

/// Checks positions from the ends of random games that go on as long as they can: the earliest the oracle can solve.
struct Late {
    games: u64,
    oracle_nodes: u64,
}

impl ply_games::Visitor for Late {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let mut checked = 0;
        for seed in 0..self.games {
            let mut rng = rng(seed);
            let mut game = vec![start.clone()];
            while let Some(next) = random_unfinished(&game[game.len() - 1], &mut rng) {
                game.push(next);
            }
            let solved = |position: &G| oracle(position, self.oracle_nodes).map(|truth| (position.clone(), truth));
            if let Some((position, truth)) = game.iter().rev().map_while(solved).last() {
                check_position(&position, &truth);
                checked += 1;
            }
        }
        assert!(checked >= self.games / 2, "{spec}: {checked} of {} games have a small end", self.games);
    }
}

fn check_position<G: BoardGame>(position: &G, truth: &Report<G::Move>) {
    for fold in [0, 2, usize::MAX] {
        check_exact(&mut Exact::new(WinDrawLoss, 1).folding(fold), position, truth);
        let margin = Exact::new(Points::new(), 1).folding(fold).solve(position, &unlimited());
        assert_eq!(margin.value(), Some(plain_value(&Points::new(), position)), "{position:?}");
    }
    check_dfpn(&mut Dfpn::new(1), position, truth);
    check_small_budgets(position, truth);
}

fn check_late(spec: &str, games: u64, oracle_nodes: u64) {
    ply_games::visit(&spec.parse().unwrap(), None, Late { games, oracle_nodes }).unwrap();
}

#[test]
fn late_simplexity_gets_minimax_values() {
    check_late("simplexity:rows=3,cols=4", 60, 10_000);
    check_late("simplexity", 10, 10_000);
}

#[test]
fn late_dots_and_boxes_get_minimax_values() {
    for size in ["rows=1,cols=1", "rows=1,cols=2", "rows=2,cols=1", "rows=2,cols=2", "rows=2,cols=3"] {
        check_late(&format!("dots-and-boxes:{size}"), 20, 10_000);
    }
}

#[test]
fn late_pentago_swap_gets_minimax_values() {
    check_late("pentago-swap", 30, 30_000);
}

#[test]
fn late_colosseum_gets_minimax_values() {
    check_late("colosseum:size=3", 40, 10_000);
}

#[test]
fn late_infexion_on_the_smallest_torus_gets_minimax_values() {
    check_late("infexion:size=3", 40, 10_000);
}

/// The result of a position with its first player to move.
struct ResultOf(&'static str);

impl ply_games::Visitor for ResultOf {
    type Output = Option<Outcome>;

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) -> Option<Outcome> {
        let position = start.parse_position(self.0).unwrap();
        let value = Exact::new(WinDrawLoss, 1).folding(4).solve(&position, &unlimited()).value();
        let settled = Dfpn::new(4).settle(&position, &unlimited()).prospect.outcome(Player::First);
        assert_eq!(value.map(Outcome::by_margin), settled);
        settled
    }
}

#[test]
fn tiny_colosseum_boards_have_their_known_results() {
    let win = Outcome::Win(Player::First);
    for (position, result) in [("3 a 0,0 2,2 -", win), ("3 a 0,1 2,1 -", win), ("2 a 0,0 1,1 -", Outcome::Draw)] {
        let spec = "colosseum".parse().unwrap();
        assert_eq!(ply_games::visit(&spec, Some(position), ResultOf(position)), Ok(Some(result)), "{position}");
    }
}

/// Random boards, moved to the last turns.
struct LastTurns;

impl ply_games::Visitor for LastTurns {
    type Output = ();

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) {
        let mut checked = 0;
        for seed in 0..40 {
            let mut rng = rng(seed);
            let mut position = start.clone();
            for _ in 0..(10 + seed) {
                if position.outcome().is_none() {
                    position.play(position.random_move(&mut rng));
                }
            }
            let text = position.position_text();
            let (_, cells) = text.split_once(' ').expect("the turn and the cells");
            for turn in ["341", "342"] {
                let late = start.parse_position(&format!("{turn} {cells}"));
                let Some(late) = late.ok().filter(|late| late.outcome().is_none()) else { continue };
                if let Some(truth) = oracle(&late, 20_000) {
                    check_position(&late, &truth);
                    checked += 1;
                }
            }
        }
        assert!(checked >= 40, "{checked}");
    }
}

#[test]
fn the_last_turns_of_infexion_get_minimax_values() {
    ply_games::visit(&"infexion".parse().unwrap(), None, LastTurns).unwrap();
}

/// The margin of boxes, whose rest depends on the undrawn edges alone.
struct Boxes;

impl Payoff<DotsAndBoxes<u64>> for Boxes {
    fn at_end(&self, finished: &DotsAndBoxes<u64>, _outcome: Outcome, player: Player) -> i32 {
        self.banked(finished, player)
    }

    fn banked(&self, position: &DotsAndBoxes<u64>, player: Player) -> i32 {
        let scores = position.scores().expect("boxes are counted");
        scores[player.index()] - scores[player.other().index()]
    }

    fn key(&self, position: &DotsAndBoxes<u64>) -> u64 {
        position.unscored_key()
    }
}

#[test]
fn small_dots_and_boxes_have_their_known_margins() {
    for (rows, cols, margin) in
        [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), (1, 4, 0), (2, 2, 2), (2, 3, -2), (3, 2, -2)]
    {
        let start = DotsAndBoxes::<u64>::new(rows, cols);
        let total = (rows * cols) as i32;
        for fold in [0, 4, usize::MAX] {
            let by_rest = Exact::new(Boxes, 4).folding(fold).solve(&start, &unlimited());
            let by_score = Exact::new(Points::kept(total), 4).folding(fold).solve(&start, &unlimited());
            assert_eq!((by_rest.value(), by_score.value()), (Some(margin), Some(margin)), "{rows}x{cols}");
        }
        let result = Dfpn::new(4).settle(&start, &unlimited()).prospect.outcome(Player::First);
        assert_eq!(result, Some(Outcome::by_margin(margin)), "{rows}x{cols}");
    }
}

#[test]
fn random_dots_and_boxes_have_the_margin_of_plain_search() {
    use ply_game::Sampled as _;
    for seed in 0..100 {
        let mut rng = rng(seed);
        let mut position = DotsAndBoxes::<u64>::new(2, 3);
        (0..9).for_each(|_| position.play(position.random_move(&mut rng)));
        let margin = plain_value(&Boxes, &position);
        assert_eq!(Exact::new(Boxes, 1).solve(&position, &unlimited()).value(), Some(margin));
        assert_eq!(Exact::new(Points::kept(6), 1).folding(99).solve(&position, &unlimited()).value(), Some(margin));
    }
}

#[test]
fn a_kept_table_answers_again_without_work() {
    let start = DotsAndBoxes::<u64>::new(2, 2);
    let mut exact = Exact::new(Boxes, 1).keeping_table();
    let first = exact.solve(&start, &unlimited());
    let second = exact.solve(&start, &unlimited());
    assert_eq!((first.value(), first.best), (second.value(), second.best));
    assert!(second.nodes < 100 && first.nodes > 1000, "{} then {}", first.nodes, second.nodes);
    exact.clear();
    assert_eq!(exact.solve(&start, &unlimited()), first);
}

#[test]
fn a_cancelled_budget_gives_no_claim() {
    let start = DotsAndBoxes::<u64>::new(3, 3);
    let budget = unlimited();
    budget.cancel.cancel();
    assert_eq!(Exact::new(WinDrawLoss, 1).solve(&start, &budget).value(), None);
    assert_eq!(Dfpn::new(1).settle(&start, &budget).prospect, Prospect::Unknown);
}

#[test]
fn a_finished_game_has_the_value_of_its_end() {
    let tree: TreeGame = "-".parse().unwrap();
    assert_eq!(Exact::new(WinDrawLoss, 1).solve(&tree, &unlimited()).value(), Some(-1));
    let settled = Dfpn::new(1).settle(&tree, &unlimited());
    assert_eq!(settled.prospect, Prospect::of(Outcome::Win(Player::Second), tree.to_move()));
    let proof = Dfpn::new(1).prove(&tree, Question::draws(Player::First), &unlimited());
    assert_eq!((proof.verdict, proof.line), (Verdict::Disproven, vec![]));
}

#[test]
#[should_panic(expected = "excludes its value")]
fn a_range_without_the_value_is_noticed() {
    struct Wrong;
    impl Payoff<TreeGame> for Wrong {
        fn at_end(&self, finished: &TreeGame, outcome: Outcome, player: Player) -> i32 {
            WinDrawLoss.at_end(finished, outcome, player)
        }
        fn range(&self, _position: &TreeGame, _player: Player) -> (i32, i32) {
            (0, 1)
        }
    }
    Exact::new(Wrong, 1).solve(&"1[- -]".parse().unwrap(), &unlimited());
}
