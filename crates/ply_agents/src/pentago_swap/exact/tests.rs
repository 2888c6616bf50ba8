//! The solver against plain minimax by the rules.

use ply_game::{Notation as _, Sampled as _, rng};
use ply_search::solve::{Exact, WinDrawLoss};

use super::*;

/// Whether a player can force a win within so many plies, by the rules alone.
fn minimax_wins(position: &PentagoSwap, player: Player, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner() == Some(player);
    }
    if plies == 0 {
        return false;
    }
    let mut children = Vec::new();
    position.distinct_moves(|mv| children.push(position.after(mv)));
    let wins = |child: &PentagoSwap| minimax_wins(child, player, plies - 1);
    if position.to_move() == player { children.iter().any(wins) } else { children.iter().all(wins) }
}

/// A position of a random game that is not over, with so many stones.
fn random_position(stones: usize, seed: u64) -> PentagoSwap {
    let rng = &mut rng(seed);
    loop {
        let mut position = PentagoSwap::default();
        while position.outcome().is_none() && position.plies() < stones {
            position.play(position.random_move(rng));
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn unlimited() -> Budget {
    Budget::new(Limits::default())
}

fn agrees_with_minimax(stones: usize, most: u32, seeds: std::ops::Range<u64>) -> [usize; 2] {
    let mut found = [0; 2];
    for seed in seeds {
        let position = random_position(stones, seed);
        let mut solver = ExactSolver::new(1, 1 + (seed % 2) as usize);
        for (plies, player) in (0..=most).flat_map(|plies| Player::BOTH.map(|player| (plies, player))) {
            let answer = solver.wins_within(&position, player, plies, &unlimited()).expect("it counts plies");
            let wins = minimax_wins(&position, player, plies);
            let expected = if wins { Verdict::Proven } else { Verdict::Disproven };
            assert_eq!(answer.verdict, expected, "{player} within {plies}: {}", position.position_text());
            if let Some(best) = answer.best {
                assert!(minimax_wins(&position.after(best), player, plies - 1));
            }
            assert_eq!(answer.best.is_some(), wins && position.to_move() == player);
            found[usize::from(wins)] += 1;
        }
    }
    found
}

#[test]
fn wins_within_few_plies_are_those_of_minimax() {
    for stones in 8..26 {
        agrees_with_minimax(stones, 2, 0..12);
    }
    let [lost, won] = agrees_with_minimax(14, 3, 0..6);
    assert!(lost > 5 && won > 5);
}

#[test]
fn wins_before_a_full_board_are_those_of_minimax() {
    for stones in 32..36 {
        agrees_with_minimax(stones, 36 - stones as u32, 0..60);
    }
}

#[test]
fn values_are_those_of_alpha_beta_to_the_end() {
    let mut counts = [0; 3];
    for (stones, seed) in (27..32).flat_map(|stones| (0..60).map(move |seed| (stones, seed))) {
        let position = random_position(stones, 1000 + seed);
        // Most random positions have a win at once: of those a few will do.
        let mut wins_at_once = false;
        position.winning_moves(|_| wins_at_once = true);
        if wins_at_once && seed > 4 {
            continue;
        }
        let value = Exact::new(WinDrawLoss, 4).solve(&position, &unlimited()).value().expect("no limit");
        let mut solver = ExactSolver::new(1, 1);
        for target in -1..=2 {
            let answer = solver.at_least(&position, target, &unlimited());
            let expected = if value >= target { Verdict::Proven } else { Verdict::Disproven };
            assert_eq!(answer.verdict, expected, "at least {target}: {}", position.position_text());
            assert_eq!(answer.best.is_some(), value >= target);
        }
        counts[(value + 1) as usize] += 1;
    }
    assert!(counts.iter().all(|&count| count > 2), "{counts:?}");
}

#[test]
fn nodes_are_not_exceeded() {
    let budget = Budget::new(Limits::nodes(5000));
    let answer = ExactSolver::new(1, 1).at_least(&PentagoSwap::default(), 1, &budget);
    assert_eq!((answer.verdict, answer.nodes), (Verdict::Unknown, 5000));
}

#[test]
fn nobody_forces_a_win_from_the_start_by_ply_12() {
    let start = PentagoSwap::default();
    for threads in [1, 3] {
        let mut solver = ExactSolver::new(4, threads);
        for player in Player::BOTH {
            let answer = solver.wins_within(&start, player, 12, &unlimited()).expect("it counts plies");
            assert_eq!(answer.verdict, Verdict::Disproven);
        }
    }
}

/// Whether an attack comes out as it is said to, by the rules, when only the side that this is good for asks the solver.
fn comes_out(attack: &Attack<'_>, succeeds: bool, solver: &ExactSolver) -> bool {
    if let Some(outcome) = attack.position.outcome() {
        return (outcome.winner() == Some(attack.attacker)) == succeeds;
    }
    if attack.plies == 0 {
        return !succeeds;
    }
    let goes_on = |mv: Move| {
        let position = attack.position.after(mv);
        comes_out(&Attack { position: &position, plies: attack.plies - 1, ..*attack }, succeeds, solver)
    };
    if attack.attacks() == succeeds {
        let (budget, tally) = (unlimited(), Tally::default());
        return attack.first_move(succeeds, &mut solver.search(None, &budget, &tally)).is_some_and(goes_on);
    }
    let mut moves = Vec::new();
    attack.position.distinct_moves(|mv| moves.push(mv));
    moves.into_iter().all(goes_on)
}

/// How many wins and failures of attacks within so many plies came out.
fn played_out(plies: u32, seeds: std::ops::Range<u64>) -> [usize; 2] {
    let mut counts = [0; 2];
    for (seed, player) in seeds.flat_map(|seed| Player::BOTH.map(|player| (seed, player))) {
        let position = random_position(9 + seed as usize % 6, 70 + seed);
        let solver = ExactSolver::new(2, 1);
        let attack = Attack::new(&position, player, plies);
        let succeeds = solver.succeeds(&attack, &unlimited()).0.expect("no limit");
        assert!(comes_out(&attack, succeeds, &solver), "{player} within {plies}: {}", position.position_text());
        counts[usize::from(succeeds)] += 1;
    }
    counts
}

#[test]
fn an_attack_comes_out_as_said_whatever_the_other_side_plays() {
    let counts = played_out(4, 0..24);
    assert!(counts.iter().all(|&count| count > 2), "{counts:?}");
}

#[test]
#[ignore = "takes minutes"]
fn a_longer_attack_comes_out_as_said_whatever_the_other_side_plays() {
    let counts = played_out(6, 0..20);
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}
