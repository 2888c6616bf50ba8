//! Solvers against plain minimax, proofs against damage.

use ply_agents::GamePayoff;
use ply_game::{BoardGame, Player, Rng, Spec, rng};
use ply_games::Visitor;
use ply_search::solve::Payoff as _;
use ply_search::{Budget, Cancel, Limits};

use super::*;

/// Small boards, and how many plies before the end of a random game the position lies.
const BOARDS: [(&str, usize); 10] = [
    ("dots-and-boxes:rows=2,cols=2", 7),
    ("dots-and-boxes:rows=2,cols=3", 7),
    ("dots-and-boxes:rows=1,cols=5", 7),
    ("simplexity:rows=3,cols=3,win=3", 6),
    ("simplexity:rows=4,cols=4,win=3", 5),
    ("simplexity:rows=4,cols=5,win=4", 5),
    ("colosseum:size=3", 4),
    ("colosseum:size=4", 3),
    ("simplexity:rows=5,cols=5,win=4", 5),
    ("pentago-swap", 2),
];
const POSITIONS_A_BOARD: usize = 10;
/// Random games end early, too, and best play from there may be long: such positions are left to others.
const MINIMAX_NODES: u32 = 50_000;

fn unlimited() -> Budget {
    Budget::new(Limits::default())
}

/// What the first player gets, with nothing but the rules, unless there are more nodes than `left`.
pub(super) fn minimax<G: BoardGame>(position: &G, payoff: GamePayoff, left: &mut u32) -> Option<i32> {
    if let Some(outcome) = position.outcome() {
        return Some(payoff.at_end(position, outcome, Player::First));
    }
    *left = left.checked_sub(1)?;
    let values = position.move_list().into_iter().map(|mv| minimax(&position.after(mv), payoff, left));
    let values = values.collect::<Option<Vec<i32>>>()?;
    if position.to_move() == Player::First { values.into_iter().max() } else { values.into_iter().min() }
}

/// A position of a random game, so many plies before its end.
pub(super) fn late_position<G: BoardGame>(start: &G, plies: usize, rng: &mut Rng) -> G {
    let mut line = vec![start.clone()];
    loop {
        let last = line.last().expect("the start is there");
        if last.outcome().is_some() {
            return line.swap_remove(line.len().saturating_sub(plies + 1));
        }
        let mv = last.random_move(rng);
        line.push(last.after(mv));
    }
}

struct AgainstMinimax {
    plies: usize,
}

impl Visitor for AgainstMinimax {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let payoff = GamePayoff::of(&spec);
        let rng = &mut rng(7);
        let mut checked = 0;
        while checked < POSITIONS_A_BOARD {
            let position = late_position(&start, self.plies, rng);
            let Some(value) = minimax(&position, payoff, &mut MINIMAX_NODES.clone()) else { continue };
            checked += 1;
            let threads = 1 + checked % 2;
            let mut solver = Portfolio::new(&spec, &position, 2, threads);
            let solution = solve(&position, payoff, &mut solver, &unlimited());
            let text = position.position_text();
            assert_eq!(solution.value(), Some(value), "{spec} {text}");

            let mut at = position.clone();
            solution.line.iter().for_each(|&mv| at.play(mv));
            let outcome = at.outcome().unwrap_or_else(|| panic!("the line of {text} does not end"));
            assert_eq!(payoff.at_end(&at, outcome, Player::First), solution.lower, "the line of {text}");

            let proof = certificate(&spec, &position, &solution, &mut solver);
            check(&spec, &position, &proof).unwrap_or_else(|refuted| panic!("{spec} {text}: {refuted}"));
        }
    }
}

fn certificate<G: BoardGame>(
    spec: &Spec,
    position: &G,
    solution: &Solution<G::Move>,
    solver: &mut Portfolio<G>,
) -> Vec<u8> {
    let mut file = Vec::new();
    match prove(spec, position, solution, solver, &unlimited(), &mut file) {
        Ok(_) => file,
        Err(error) => panic!("{error}"),
    }
}

fn check<G: BoardGame>(spec: &Spec, position: &G, file: &[u8]) -> Result<Verified, Refuted> {
    let (certificate, mut strategy) = Certificate::read(file).expect("it is a certificate");
    verify(spec, position, &certificate.claims, &mut strategy, &Cancel::default(), &mut |_| ())
}

fn with_board<V: Visitor>(text: &str, visitor: V) -> V::Output {
    ply_games::visit(&text.parse().expect("a spec"), None, visitor).expect("a game")
}

#[test]
fn solvers_agree_with_minimax_and_their_proofs_hold() {
    for (board, plies) in BOARDS {
        with_board(board, AgainstMinimax { plies });
    }
}

/// Proofs of a small board, whole and spoilt in many ways.
struct Spoilt;

impl Visitor for Spoilt {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let mut solver = Portfolio::new(&spec, &start, 2, 1);
        let solution = solve(&start, GamePayoff::of(&spec), &mut solver, &unlimited());
        assert_eq!(solution.value(), Some(2));
        let whole = certificate(&spec, &start, &solution, &mut solver);
        let verified = check(&spec, &start, &whole).expect("the proof holds");
        assert!(verified.positions > 100 && verified.endings > 0);

        let too_much = Solution { lower: 3, ..solution.clone() };
        let claimed = Certificate::new(
            spec.to_string(),
            start.position_text(),
            vec![Claim::of_value(Player::First, too_much.lower)],
        );
        let (_, mut strategy) = Certificate::read(whole.as_slice()).expect("it is a certificate");
        let refuted = verify(&spec, &start, &claimed.claims, &mut strategy, &Cancel::default(), &mut |_| ());
        assert!(matches!(refuted, Err(Refuted::Missed { at_least: 3, .. })), "{refuted:?}");

        for at in (whole.len() / 2..whole.len()).step_by(7) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            if let Ok((certificate, mut strategy)) = Certificate::read(damaged.as_slice()) {
                let claims = &certificate.claims;
                let checked = verify(&spec, &start, claims, &mut strategy, &Cancel::default(), &mut |_| ());
                assert!(checked.is_err(), "byte {at} was changed, and nobody noticed");
            }
            let cut = &whole[..at];
            let is_refused = Certificate::read(cut).is_err() || check(&spec, &start, cut).is_err();
            assert!(is_refused, "the proof was cut at {at}, and nobody noticed");
        }
    }
}

#[test]
fn a_damaged_proof_is_refused() {
    with_board("dots-and-boxes:rows=2,cols=2", Spoilt);
}

/// Tables of an interrupted solution.
struct Interrupted;

impl Visitor for Interrupted {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tables");
        let nodes = |solver: &mut Portfolio<G>| {
            solve(&start, GamePayoff::of(&spec), solver, &unlimited());
            solver.progress.state().nodes
        };
        let mut first = Portfolio::new(&spec, &start, 16, 1);
        let cold = nodes(&mut first);
        let kept = save(&path, &spec, &first, None).expect("it is written");
        // A part of it: what saves the most work.
        let most = kept * 17 / 2;
        let part = save(&path, &spec, &first, Some(most)).expect("it is written");
        assert!(part > 0 && part * 17 <= most, "{part} of {kept}");
        let mut third = Portfolio::new(&spec, &start, 8, 1);
        assert_eq!(load(&path, &spec, &third).expect("it is read"), part);
        assert!(nodes(&mut third) < cold / 2);

        save(&path, &spec, &first, None).expect("it is written");
        let mut second = Portfolio::new(&spec, &start, 8, 1);
        assert_eq!(load(&path, &spec, &second).expect("it is read"), kept);
        assert!(nodes(&mut second) < cold / 2);

        let other: Spec = "colosseum:size=3,seed=1".parse().expect("a spec");
        assert!(matches!(load(&path, &other, &second), Err(KeepError::Other { .. })));
        let whole = std::fs::read(&path).expect("it is there");
        std::fs::write(&path, &whole[..whole.len() - 1]).expect("it can be written");
        assert!(matches!(load(&path, &spec, &second), Err(KeepError::Other { .. })));
        let mut damaged = whole;
        damaged[200] ^= 4;
        std::fs::write(&path, &damaged).expect("it can be written");
        assert!(matches!(load(&path, &spec, &second), Err(KeepError::Other { .. })));
    }
}

#[test]
fn kept_tables_save_the_work_and_are_refused_for_another_game_cut_off_or_damaged() {
    with_board("colosseum:size=3,seed=0", Interrupted);
}

#[test]
fn the_table_of_a_solver_that_knows_the_game_is_kept_too() {
    with_board("dots-and-boxes:rows=2,cols=4", Interrupted);
}

/// Tables of a solution that is never ended in order.
struct Killed;

impl Visitor for Killed {
    type Output = ();

    fn visit<G: BoardGame>(self, spec: Spec, start: G) {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, about) = (folder.path().join("tables"), spec.clone());
        let mut first = Portfolio::new(&spec, &start, 16, 1);
        let keep = path.clone();
        first.between_turns(move |solver| {
            save(&keep, &about, solver, None).expect("it is written");
        });
        solve(&start, GamePayoff::of(&spec), &mut first, &unlimited());
        let cold = first.progress.state().nodes;
        let mut second = Portfolio::new(&spec, &start, 16, 1);
        assert!(load(&path, &spec, &second).expect("it is read") > 0);
        solve(&start, GamePayoff::of(&spec), &mut second, &unlimited());
        let warm = second.progress.state().nodes;
        assert!(warm < cold, "{warm} of {cold}");
    }
}

#[test]
fn what_is_kept_between_turns_saves_work() {
    with_board("simplexity:rows=4,cols=4", Killed);
}

/// A win that takes its time.
struct Won;

impl Visitor for Won {
    type Output = ();

    fn visit<G: BoardGame>(self, _spec: Spec, start: G) {
        let budget = unlimited();
        let mut shortest = ShortestWin::new(Player::First, 8, &budget);
        let plies = shortest.plies(&start).expect("it is found");
        let line = shortest.line(&start, plies);
        assert_eq!((plies, line.len()), (9, 9));
        let mut at = start;
        line.into_iter().for_each(|mv| at.play(mv));
        assert_eq!(at.outcome(), Some(ply_game::Outcome::Win(Player::First)));
    }
}

#[test]
fn the_shortest_win_of_a_small_simplexity_takes_nine_plies() {
    with_board("simplexity:rows=4,cols=4,win=3", Won);
}
