use ply_game::{Game as _, Outcome, Player, Sampled as _, rng};
use ply_games::simplexity::{Geometry, Simplexity};
use ply_search::solve::{Solver as _, Verdict};
use ply_search::{Budget, Limits};

use super::*;

/// Boards with all kinds of shortages of pieces: rows, columns, length of a line, round and square pieces.
const BOARDS: [(usize, usize, usize, u16, u16); 13] = [
    (3, 3, 3, 2, 3),
    (4, 4, 3, 4, 4),
    (3, 4, 3, 1, 5),
    (3, 4, 3, 6, 0),
    (4, 3, 3, 2, 2),
    (4, 4, 4, 4, 4),
    (5, 3, 4, 3, 3),
    (2, 6, 2, 3, 3),
    (1, 9, 5, 9, 9),
    (4, 4, 3, 1, 7),
    (4, 4, 3, 7, 1),
    (3, 5, 3, 1, 7),
    (4, 5, 3, 2, 8),
];

/// Positions of random games that are not over, with at most so many plies to go.
fn positions(board: usize, plies: usize, games: u64) -> impl Iterator<Item = Simplexity> {
    let (rows, cols, win, round, square) = BOARDS[board];
    (0..games).map(move |seed| {
        let start = Simplexity::new(Geometry::of(rows, cols, win), round, square);
        let (mut at, mut kept, mut rng) = (start, start, rng(seed));
        while at.outcome().is_none() {
            kept = at;
            if at.plies_left() <= plies {
                break;
            }
            at.play(at.random_move(&mut rng));
        }
        kept
    })
}

/// The plies within which a player wins, by the rules alone; no more than so many are looked at.
fn plain(position: &Simplexity, player: Player, plies: u32) -> Option<u32> {
    if let Some(outcome) = position.outcome() {
        return (outcome == Outcome::Win(player)).then_some(0);
    } else if plies == 0 {
        return None;
    }
    let after = position.move_list().into_iter().map(|mv| plain(&position.after(mv), player, plies - 1));
    let after: Vec<Option<u32>> = after.collect();
    let wins = if position.to_move() == player {
        after.into_iter().flatten().min()
    } else {
        after.into_iter().try_fold(0, |most, wins| Some(most.max(wins?)))
    };
    wins.map(|plies| plies + 1)
}

fn unlimited() -> Budget {
    Budget::new(Limits::default())
}

#[test]
fn wins_within_any_number_of_plies_are_those_of_plain_minimax() {
    let mut decided = [0; 2];
    for board in 0..BOARDS.len() {
        for position in positions(board, 7, 60) {
            let mut solver = ExactSolver::new(&position, 1, 1).expect("a small board");
            for player in Player::BOTH {
                let shortest = plain(&position, player, 7);
                decided[usize::from(shortest.is_some())] += 1;
                // Longer questions first, so that the table has answers to others.
                for plies in (1..=8).rev() {
                    let answer = solver.wins_within(&position, player, plies, &unlimited()).expect("it counts plies");
                    let expected = shortest.is_some_and(|shortest| shortest <= plies);
                    assert_eq!(answer.verdict == Verdict::Proven, expected, "{position:?} {player} {plies}");
                    if let Some(mv) = answer.best {
                        let rest = plain(&position.after(mv), player, plies - 1);
                        assert!(rest.is_some(), "{position:?} {mv:?}");
                    }
                }
            }
        }
    }
    assert!(decided[0] > 200 && decided[1] > 200, "{decided:?}");
}

#[test]
fn moves_keep_what_is_proven() {
    for board in 0..BOARDS.len() {
        for position in positions(board, 7, 40).filter(|position| position.plies_left() <= 7) {
            let mover = position.to_move();
            let mut solver = ExactSolver::new(&position, 1, 1 + board % 2).expect("a small board");
            let wins = |position: &Simplexity, player| plain(position, player, 7).is_some();
            let value = i32::from(wins(&position, mover)) - i32::from(wins(&position, mover.other()));
            for target in -1..=2 {
                let answer = solver.at_least(&position, target, &unlimited());
                let is_reached = answer.verdict == Verdict::Proven;
                assert_eq!(is_reached, target <= value, "{position:?} {target}");
                assert!(if is_reached { answer.bound <= value } else { answer.bound >= value }, "{position:?}");
                if let Some(mv) = answer.best.filter(|_| target == value) {
                    let after = position.after(mv);
                    assert!(target == -1 || !wins(&after, mover.other()), "{position:?} {mv:?}");
                    assert!(target < 1 || wins(&after, mover), "{position:?} {mv:?}");
                }
            }
        }
    }
}

#[test]
fn positions_have_names_of_their_own() {
    let position = Simplexity::<u64>::default();
    let facts = BoardFacts::of(position.geometry()).expect("a small board");
    let mut names = std::collections::HashMap::new();
    let mut rng = rng(1);
    for _ in 0..500 {
        let mut at = position;
        while at.outcome().is_none() {
            let image = ply_game::Symmetric::transformed(&at, 1);
            for attacker in Player::BOTH {
                let of = |position: &Simplexity| {
                    let name = Duel::new(position, attacker, &facts).name();
                    (name.key, name.rest)
                };
                assert_eq!(of(&at), of(&image));
                let known = *names.entry(of(&at)).or_insert((at, attacker));
                assert!(known.1 == attacker && (known.0 == at || known.0 == image), "{at:?}");
            }
            at.play(at.random_move(&mut rng));
        }
    }
}

#[test]
fn boards_that_are_too_large_have_no_such_solver() {
    let of = |rows, cols| ExactSolver::new(&Simplexity::<u64>::new(Geometry::of(rows, cols, 4), 9, 9), 1, 1);
    assert!(of(6, 7).is_some() && of(3, 13).is_some());
    assert!(of(7, 7).is_none() && of(1, 27).is_none());
}

/// By the solvers that every game has.
#[test]
fn small_boards_have_the_values_that_were_found_otherwise() {
    for (rows, cols, win, value) in [(3, 3, 3, -1), (4, 4, 3, 1), (4, 4, 4, 0)] {
        let cells = (rows * cols) as u16;
        let start = Simplexity::<u64>::new(Geometry::of(rows, cols, win), cells / 4, cells.div_ceil(4));
        let mut solver = ExactSolver::new(&start, 16, 1).expect("a small board");
        let at_least = [1, 0].map(|target| solver.at_least(&start, target, &unlimited()).verdict == Verdict::Proven);
        assert_eq!(at_least, [value > 0, value >= 0], "{rows}x{cols}");
    }
}

#[test]
fn a_question_is_given_up_in_time_and_answered_later() {
    let start = Simplexity::<u64>::new(Geometry::of(4, 4, 4), 4, 4);
    let mut solver = ExactSolver::new(&start, 16, 1).expect("a small board");
    let answer = solver.at_least(&start, 1, &Budget::new(Limits::nodes(1_000)));
    assert_eq!((answer.verdict, answer.nodes), (Verdict::Unknown, 1_000));
    assert_eq!(solver.at_least(&start, 1, &unlimited()).verdict, Verdict::Disproven);
}

/// Two plies by the rules, on many positions, since it takes rare ones to tell: a side that has none of its own shape left may
/// win in two cells and lose both to one line of the other's.
#[test]
fn what_is_lost_at_sight_is_lost_within_two_plies() {
    let mut seen = [0; 2];
    for (rows, cols, win, round, square) in BOARDS {
        for seed in 0..1500 {
            let mut at = Simplexity::<u64>::new(Geometry::of(rows, cols, win), round, square);
            let facts = BoardFacts::of(at.geometry()).expect("a small board");
            let mut rng = rng(seed);
            while at.outcome().is_none() {
                let (mover, other) = (at.to_move(), at.to_move().other());
                let duel = Duel::new(&at, other, &facts);
                let wins_at_once = plain(&at, mover, 1).is_some();
                if duel.is_lost_at_sight() {
                    seen[0] += 1;
                    assert!(!wins_at_once && plain(&at, other, 2).is_some(), "{at:?}");
                }
                if !wins_at_once && at.plies_left() > 1 {
                    let safe = duel.safe_cells().unwrap_or(0);
                    for mv in at.move_list() {
                        let cell = at.geometry().cell(at.landing_row(mv.column()).expect("it is open"), mv.column());
                        let is_left_out = safe >> cell & 1 == 0;
                        seen[1] += usize::from(is_left_out);
                        assert!(!is_left_out || plain(&at.after(mv), other, 1).is_some(), "{at:?} {mv:?}");
                    }
                }
                at.play(at.random_move(&mut rng));
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}
