//! Simplexity's agents from outside: legal on every size, the same for the same seed, strict about their options.

use ply_agents::{agent, agents, mind};
use ply_game::{Game as _, Notation as _, Outcome, Sampled as _, Spec, SpecError, play_texts, rng};
use ply_games::simplexity::{Bits, Geometry, Move, Shape, Simplexity, Wide};
use ply_search::{Budget, Limits, Report, Silent};

const OWN: [&str; 5] = ["sequential", "minimax", "simpai", "simpai-tasks", "champion"];

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// The start and some positions of random games.
fn positions<W: Bits>(rows: usize, cols: usize, win: usize) -> Vec<Simplexity<W>> {
    let cells = rows * cols;
    let start = Simplexity::new(Geometry::of(rows, cols, win), (cells / 4) as u16, cells.div_ceil(4) as u16);
    let mut rng = rng(cells as u64);
    let mut found = vec![start];
    for target in [1, cells / 4, cells / 2, cells - 2] {
        let mut position = start;
        for _ in 0..target {
            let next = position.after(position.random_move(&mut rng));
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        found.push(position);
    }
    found
}

fn think<W: Bits>(name: &str, position: &Simplexity<W>, limits: Limits) -> Report<Move> {
    let (_, mut mind) = mind::<Simplexity<W>>(&spec(name), 0, 1).unwrap();
    mind.think(position, &Budget::new(limits), &mut Silent).expect("an agent has a move")
}

fn legal_everywhere<W: Bits>(rows: usize, cols: usize, win: usize) {
    for position in positions::<W>(rows, cols, win) {
        for name in OWN {
            for nodes in [1, 300] {
                let limits = Limits { depth: Some(3), ..Limits::nodes(nodes) };
                let report = think(name, &position, limits);
                assert!(position.check_move(report.best).is_ok(), "{name} on {rows}x{cols}: {:?}", report.best);
            }
        }
    }
}

#[test]
fn moves_are_legal_on_every_size() {
    legal_everywhere::<u64>(6, 7, 4);
    legal_everywhere::<u64>(1, 9, 3);
    legal_everywhere::<u64>(20, 1, 20);
    legal_everywhere::<u128>(8, 13, 4);
    legal_everywhere::<Wide<4>>(12, 12, 6);
    legal_everywhere::<Wide<8>>(18, 22, 9);
    legal_everywhere::<Wide<8>>(9, 37, 5);
    legal_everywhere::<Wide<24>>(27, 35, 14);
    legal_everywhere::<Wide<24>>(33, 42, 20);
}

#[test]
fn boards_without_room_for_a_choice_are_played() {
    for (rows, cols, win) in [(1, 1, 1), (2, 1, 2), (64, 1, 64), (1, 64, 64)] {
        let start = Simplexity::<u128>::new(Geometry::of(rows, cols, win), 40, 40);
        for name in OWN {
            let limits = Limits { depth: Some(2), ..Limits::nodes(100) };
            assert!(start.check_move(think(name, &start, limits).best).is_ok(), "{name} on {rows}x{cols}");
        }
    }
}

#[test]
fn a_cancelled_agent_still_has_a_move() {
    let position = positions::<Wide<24>>(33, 42, 20)[2];
    for name in OWN {
        let (_, mut mind) = mind::<Simplexity<Wide<24>>>(&spec(name), 0, 1).unwrap();
        let budget = Budget::new(Limits::default());
        budget.cancel.cancel();
        let report = mind.think(&position, &budget, &mut Silent).unwrap();
        assert!(position.check_move(report.best).is_ok(), "{name}");
    }
}

#[test]
fn the_same_limits_give_the_same_report() {
    for position in positions::<u64>(6, 7, 4) {
        for name in OWN {
            let limits = Limits { depth: Some(4), ..Limits::nodes(3000) };
            assert!(think(name, &position, limits).same_finding(&think(name, &position, limits)), "{name}");
        }
    }
}

#[test]
fn root_moves_dealt_to_threads_have_the_same_score() {
    for position in positions::<u64>(6, 7, 4) {
        let one = think("simpai", &position, Limits::depth(4));
        let two = think("simpai:threads=2", &position, Limits::depth(4));
        assert_eq!(one.score, two.score);
    }
}

#[test]
fn the_champion_sees_what_is_decided_at_once() {
    let after = |moves: &str| {
        let mut position = Simplexity::<u64>::default();
        play_texts(&mut position, moves).unwrap();
        position
    };
    let champion = |position: &Simplexity<u64>| think("champion", position, Limits::nodes(2000)).best;
    // White completes a row of rounds.
    let position = after("o0 s0 o1 s1 o2 s2");
    assert_eq!(position.after(champion(&position)).outcome(), Some(Outcome::Win(position.to_move())));
    // Three rounds of either colour in a column: Red must stop White, and a fourth round would be an own goal.
    let position = after("o0 o0 o0");
    assert_eq!(champion(&position), Move::new(Shape::Square, 0));
}

#[test]
fn nonsense_in_options_is_refused_by_name() {
    let said = |text: &str| match agent::<Simplexity<u64>>(&spec(text), 0) {
        Err(error) => error.to_string(),
        Ok((full, _)) => panic!("{full} was accepted"),
    };
    assert_eq!(said("minimax:depth=0"), "minimax: depth must be a whole number from 1 to 200, got '0'");
    assert_eq!(said("simpai-tasks:tasks=0"), "simpai-tasks: tasks must be a whole number from 1 to 64, got '0'");
    assert!(said("simpai:weights=no/such/file").starts_with("simpai: cannot read weights=no/such/file: "));
    assert!(said("champion:tabel=1").contains("did you mean 'table'?"));
    assert!(said("sequential:depth=1").contains("no option 'depth'"));
    assert!(matches!(agent::<Simplexity<u64>>(&spec("simpie"), 0), Err(SpecError::Name { .. })));
}

#[test]
fn the_full_spelling_names_every_option() {
    for (short, full) in [
        ("minimax", "minimax:depth=3"),
        ("simpai", "simpai:depth=off,table=16,threads=1,weights=built-in"),
        ("simpai-tasks", "simpai-tasks:depth=1,tasks=7"),
        ("champion", "champion:depth=off,nodes=off,table=32,threads=1"),
    ] {
        let (spec, _) = agent::<Simplexity<u64>>(&spec(short), 0).unwrap();
        assert_eq!(spec.to_string(), full);
    }
    let minimax = agents::<Simplexity<u64>>().iter().filter(|info| info.name == "minimax").count();
    assert_eq!(minimax, 1, "the game's own takes the common one's place");
}
