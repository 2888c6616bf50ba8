//! Infexion's agents from outside: the published program's numbers, legal moves anywhere, the same moves from the same seed.

use ply_agents::{Insight, agent, mind, own_agents};
use ply_game::{Game as _, Notation as _, Sampled as _, Spec, play_texts, rng};
use ply_games::infexion::{Action, Infexion, Rules, Size};
use ply_search::{Budget, Limits, Report, Silent};

fn position(text: &str) -> Infexion {
    Infexion::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

fn coverage(position: &Infexion) -> Insight {
    let (_, mind) = mind::<Infexion>(&spec("coverage"), 0, 1).expect("an agent");
    mind.insight.expect("it says what it sees")(position)
}

fn think(agent: &str, position: &Infexion, limits: Limits) -> Report<Action> {
    let (_, mut mind) = mind::<Infexion>(&spec(agent), 0, 1).expect("an agent");
    let own = mind.limits(position);
    let limits = Limits { depth: limits.depth.or(own.depth), nodes: limits.nodes.or(own.nodes), ..limits };
    mind.think(position, &Budget::new(limits), &mut Silent).expect("a move")
}

/// Every agent of the game's own, and what changes its way of thinking.
const OWN: [&str; 6] =
    ["greedy", "greedy:ties=random,seed=5", "power", "coverage", "coverage:published=on", "champion:table=1"];

#[test]
fn coverage_and_evaluation_are_those_of_the_published_program() {
    let data = include_str!("data/infexion_coverage.txt");
    let lines: Vec<&str> = data.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 18);
    for case in lines.chunks(3) {
        let words: Vec<&str> = case[0].split(' ').collect();
        let numbers = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect::<Vec<i32>>();
        let seen = coverage(&position(&words[..2].join(" ")));
        assert_eq!([&seen.maps[0].values, &seen.maps[1].values], [&numbers(case[1]), &numbers(case[2])]);
        let [primary, secondary] = [words[2], words[3]].map(|word| word.parse().unwrap());
        assert_eq!(seen.numbers, [("primary", primary), ("secondary", secondary)], "{}", case[0]);
    }
}

const EMPTY: &str = ".,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.";

/// Blue has nothing on the board, and red covers every empty cell.
fn surrounded() -> Infexion {
    position(&format!("1 {}", EMPTY.replacen(".,.,.,.,.", "r4,.,.,.,.", 9)))
}

#[test]
fn coverage_plays_also_where_every_spawn_is_covered_by_the_enemy() {
    let (position, red) = (surrounded(), &coverage(&surrounded()).maps[0]);
    assert!((0..49).all(|cell| position.power(cell) > 0 || red.values[cell] > 0));
    assert_eq!(think("coverage", &position, Limits::default()).depth, 4);
}

/// Positions under way, near the turn limit, at full power, with a mover who has nothing on the board, and on smaller tori.
fn positions() -> Vec<Infexion> {
    let mut rng = rng(11);
    let mut list = vec![
        Infexion::default(),
        Infexion::new(Size::Seven, Rules::Printed),
        surrounded(),
        position(&format!("342 {}", EMPTY.replacen(".,.,.,.", "r3,.,b3,.", 1))),
        position(&format!("10 {}", EMPTY.replacen(".,.,.,.,.,.,.,.,.", "r6,r6,r6,r6,b6,b6,b6,b6,r1", 1))),
    ];
    for plies in [1, 2, 5, 20, 60, 120, 250, 340] {
        let mut game = Infexion::default();
        while game.turn() < plies && game.outcome().is_none() {
            game.play(game.random_move(&mut rng));
        }
        list.extend(game.outcome().is_none().then_some(game));
    }
    for size in Size::ALL.into_iter().filter(|size| *size != Size::Seven) {
        let start = Infexion::new(size, Rules::Referee);
        let game = (0..12).fold(start, |game, _| {
            let next = game.after(game.random_move(&mut rng));
            if next.outcome().is_none() { next } else { game }
        });
        list.extend([start, game]);
    }
    list
}

/// It is told the game: which of equal moves the program makes depends on how the position came about.
#[test]
fn coverage_makes_the_moves_of_the_published_program() {
    let (mut asked, mut same) = (0, 0);
    for line in include_str!("data/infexion_published_moves.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [side, first] = [words[0], words[1]].map(|word| word.parse::<usize>().unwrap());
        let (_, mut mind) =
            mind::<Infexion>(&spec("coverage:depth=4,breadth=6,published=on,weights=report"), 0, 1).expect("an agent");
        let (mut game, mut moves) = (Infexion::default(), Vec::new());
        for (ply, text) in words[2..].iter().enumerate() {
            if ply >= first && ply % 2 == side - 1 {
                mind.follow(&Infexion::default(), &moves);
                let report = mind.think(&game, &Budget::new(mind.limits(&game)), &mut Silent).expect("a move");
                asked += 1;
                same += u32::from(game.move_text(report.best) == *text);
            }
            moves.extend(play_texts(&mut game, text).expect("a legal move"));
        }
    }
    assert_eq!((asked, same), (149, 149));
}

#[test]
fn every_agent_has_a_legal_move_everywhere_at_any_limit() {
    for position in positions() {
        let legal = position.move_list();
        for agent in OWN {
            for nodes in [1, 2, 400] {
                let report = think(agent, &position, Limits::nodes(nodes));
                assert!(legal.contains(&report.best), "{agent} plays {} in {position:?}", report.best);
            }
        }
    }
}

#[test]
fn the_same_search_twice_finds_the_same() {
    for position in positions() {
        for agent in OWN {
            let once = || think(agent, &position, Limits::nodes(1500));
            assert!(once().same_finding(&once()), "{agent}");
        }
    }
}

#[test]
fn every_agent_of_the_game_is_tested_here() {
    let mut names = own_agents::<Infexion>().into_iter().map(|info| info.name);
    assert!(names.all(|name| OWN.iter().any(|spec| spec.split(':').next() == Some(name))));
}

#[test]
fn options_out_of_range_are_refused() {
    for nonsense in [
        "coverage:depth=0",
        "coverage:breadth=0",
        "coverage:breadth=344",
        "coverage:published=maybe",
        "coverage:weights=kept:11",
        "power:depth=x",
        "greedy:ties=unsound",
        "champion:threads=0",
        "champion:table=0",
        "champion:width=3",
    ] {
        assert!(agent::<Infexion>(&spec(nonsense), 0).is_err(), "{nonsense}");
    }
}

#[test]
fn every_thinking_agent_takes_a_stack_that_hangs() {
    let position = position(&format!("8 {}", EMPTY.replacen(".,.,.,.,.,.,.,.,.", "r1,b3,.,.,.,.,.,.,.", 1)));
    for agent in OWN {
        let best = think(agent, &position, Limits::nodes(20_000)).best;
        assert_eq!(position.move_text(best), "0,0,dr", "{agent}");
    }
}
