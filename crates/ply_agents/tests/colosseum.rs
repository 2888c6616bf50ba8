//! The agents of Colosseum: what the report says of them, on boards of every size.

use ply_agents::{agents, mind};
use ply_game::{BoardGame, Game, Notation, Outcome, Player, Sampled, play_texts, rng};
use ply_games::colosseum::{Bits, Colosseum, Large, Small, Wide};
use ply_search::{Budget, Limits, Report, Score, Silent};

/// What an agent finds within the limits, or within its own where none is given.
fn finding<G: BoardGame>(spec: &str, position: &G, limits: Limits) -> Report<G::Move> {
    let (_, mut mind) = mind::<G>(&spec.parse().unwrap(), 0, 1).unwrap();
    let own = mind.limits(position);
    let limits = Limits { depth: limits.depth.or(own.depth), nodes: limits.nodes.or(own.nodes), ..limits };
    mind.think(position, &Budget::new(limits), &mut Silent).unwrap()
}

/// Positions of a random game, the start first.
fn game<B: Bits>(size: usize, seed: u64) -> Vec<Colosseum<B>> {
    let mut rng = rng(seed);
    let mut position = Colosseum::start(size, seed);
    let mut positions = Vec::new();
    while position.outcome().is_none() {
        positions.push(position);
        position.play(position.random_move(&mut rng));
    }
    positions
}

fn wins_at_sight<B: Bits>(start: &Colosseum<B>, before: &str, played: &str, answer: &str) {
    let mut position = start.parse_position(before).unwrap();
    play_texts(&mut position, played).unwrap();
    let winner = Some(Outcome::Win(position.to_move()));
    assert_eq!(position.after(position.parse_move(answer).unwrap()).outcome(), winner, "the report's own move wins");
    for spec in ["presort", "presort:walls=random,trap=5", "no-presort", "toward", "heuristic", "champion"] {
        let report = finding(spec, &position, Limits::default());
        assert_eq!(position.after(report.best).outcome(), winner, "{spec}");
        assert_eq!(report.score, Score::win_in(1), "{spec}");
    }
}

/// The report's figures 1 to 4, read off its pictures and played through the course's program.
#[test]
fn the_wins_in_the_reports_figures_are_taken_at_sight() {
    wins_at_sight(&Small::start(5, 0), "5 b 3,0 3,3 0,1,d+1,0,d+2,3,d+2,4,d+3,0,d", "3,3,l", "4,2,r");
    let walls = "0,1,d+1,3,d+1,4,d+1,7,d+2,2,r+2,3,d+2,4,d+2,5,r+2,5,d+3,1,r+3,2,r+3,3,d+3,5,d+3,6,r+4,2,r+4,3,r+4,4,r+\
        4,5,r+4,7,d+5,1,r+5,3,d+5,4,r+5,4,d+5,6,d+6,1,d+6,3,r+6,5,r+6,5,d+6,7,r+7,6,r+7,7,d";
    wins_at_sight(&Large::start(9, 0), &format!("9 b 5,6 5,4 {walls}"), "5,3,l", "3,4,d");
}

/// The report's utility for `agent`, in tenths, told by the game's own moves: who can end a move on how many cells.
fn utility(position: &Small, agent: Player) -> i32 {
    let side = |player: Player| {
        let reach = position.reach(player).count() as i32;
        let open = position.open().step(u64::one(position.at(player))).count() - 1;
        (reach, 3i32.pow(4 - open))
    };
    let ((own, near_own), (other, near_other)) = (side(agent), side(agent.other()));
    let trapped = |reach| if reach < 4 { 100_000 } else { 0 };
    12 * own - 10 * other - 10 * near_own + 10 * near_other + trapped(other) - trapped(own)
}

/// Plain minimax for `agent`, and nothing else.
fn minimax(position: &Small, agent: Player, depth: u32, ply: usize) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_outcome(outcome, agent, ply);
    }
    if depth == 0 {
        return Score::opinion(utility(position, agent));
    }
    let moves = position.move_list();
    let scores = moves.iter().map(|&mv| minimax(&position.after(mv), agent, depth - 1, ply + 1));
    if position.to_move() == agent { scores.max().unwrap() } else { scores.min().unwrap() }
}

fn has_win(position: &Small) -> bool {
    position.move_list().iter().any(|&mv| position.after(mv).outcome() == Some(Outcome::Win(position.to_move())))
}

#[test]
fn the_searches_find_the_minimax_value_of_the_moves_that_do_not_lose_at_once() {
    for (index, position) in (0..6).flat_map(|seed| game::<u64>(4, seed)).enumerate() {
        let mover = position.to_move();
        let depth = 1 + index as u32 % 3;
        let lost = Some(Outcome::Win(mover.other()));
        let children: Vec<_> = position.move_list().iter().map(|&mv| position.after(mv)).collect();
        let is_safe = |child: &Small| child.outcome() != lost && (child.outcome().is_some() || !has_win(child));
        let any_safe = children.iter().any(is_safe);
        let considered = children.iter().filter(|child| !any_safe || is_safe(child));
        let value = considered.map(|child| minimax(child, mover, depth - 1, 1)).max().unwrap();
        let value = if has_win(&position) { Score::win_in(1) } else { value };
        for name in ["presort", "no-presort"] {
            let report = finding(&format!("{name}:depth={depth},weights=report"), &position, Limits::default());
            assert_eq!(report.score, value, "{name} at depth {depth}: {}", position.position_text());
        }
        assert_eq!(
            finding("heuristic:weights=report", &position, Limits::default()).score,
            minimax(&position, mover, 1, 0)
        );
    }
}

#[test]
fn depth_follows_the_size_of_the_board() {
    let depth_of =
        |spec: &str| mind::<Small>(&spec.parse().unwrap(), 0, 1).unwrap().1.limits(&Small::start(8, 0)).depth;
    assert_eq!((depth_of("presort"), depth_of("presort:depth=4"), depth_of("no-presort")), (Some(3), Some(4), Some(5)));
    let depth_at = |size| {
        let (_, mind) = mind::<Large>(&"toward".parse().unwrap(), 0, 1).unwrap();
        mind.limits(&Large::start(size, 0)).depth
    };
    assert_eq!([9, 10, 12].map(depth_at), [Some(3), Some(2), Some(2)]);
}

#[test]
fn moves_that_time_leaves_over_are_judged_by_utility_and_count_no_nodes() {
    let position = Small::start(6, 2);
    let whole = finding("no-presort:depth=2,weights=report", &position, Limits::default());
    assert!(whole.depth == 2 && whole.root.iter().all(|root| root.nodes > 0));
    let cut = finding("no-presort:depth=2,weights=report", &position, Limits::nodes(whole.nodes / 2));
    let searched = cut.root.iter().filter(|root| root.nodes > 0).count();
    assert!(cut.depth == 0 && 0 < searched && searched < cut.root.len());
    assert!(cut.root.is_sorted_by(|one, other| one.score >= other.score));
    for judged in cut.root.iter().filter(|root| root.nodes == 0) {
        assert_eq!(judged.score, Score::opinion(utility(&position.after(judged.mv), position.to_move())));
    }
}

/// Values that an independent program found by playing everything out.
#[test]
fn the_champion_finds_proven_results_of_small_boards() {
    let solved = [
        ("3 a 0,1 2,1 -", 1),
        ("4 a 1,1 2,2 -", -1),
        ("4 a 2,1 1,2 0,3,d+2,0,d", -1),
        ("4 a 1,2 2,1 0,1,r+1,0,r+2,2,r+3,1,r", -1),
        ("5 b 2,4 3,2 0,2,r+0,2,d+2,2,d+2,3,r+2,4,d+4,1,r+4,2,r", 1),
    ];
    for (text, value) in solved {
        let size = text[..1].parse().unwrap();
        let position = Small::start(size, 0).parse_position(text).unwrap();
        let report = finding("champion", &position, Limits::nodes(3_000_000));
        assert!(report.score.is_decided() && report.score.points().signum() == value, "{text}: {}", report.score);
    }
}

fn every_agent_answers<B: Bits>(size: usize)
where
    Colosseum<B>: BoardGame,
{
    let small = |name| match name {
        "champion" => "champion:table=1",
        "alpha-beta" => "alpha-beta:table=1",
        "exploiter" => "exploiter:table=1",
        name => name,
    };
    let names = || agents::<Colosseum<B>>().into_iter().map(|info| small(info.name)).filter(|&name| name != "faulty");
    let others = [
        "presort:walls=random",
        "presort:walls=toward,form=saturating",
        "presort:breadth=3",
        "no-presort:walls=toward",
    ];
    let positions = game::<B>(size, size as u64);
    let mut few = positions.iter().step_by(1 + positions.len() / 4);
    for position in few.by_ref() {
        for spec in names().chain(others) {
            for nodes in [1, 300] {
                let limits = Limits { nodes: Some(nodes), depth: Some(2), ..Limits::default() };
                let report = finding(spec, position, limits);
                assert_eq!(position.check_move(report.best), Ok(()), "{spec} {}", position.position_text());
                let again = finding(spec, position, limits);
                assert!(report.same_finding(&again), "{spec} {}", position.position_text());
            }
        }
    }
}

#[test]
fn every_agent_answers_legally_and_the_same_on_every_size_however_little_it_may_think() {
    (2..=8).for_each(every_agent_answers::<u64>);
    (9..=16).for_each(every_agent_answers::<Wide>);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let refusal = |spec: &str| mind::<Small>(&spec.parse().unwrap(), 0, 1).err().unwrap().to_string();
    assert_eq!(refusal("presort:walls=none"), "presort: walls must be one of best, random, toward, got 'none'");
    assert_eq!(refusal("presort:depth=0"), "presort: depth must be a whole number from 1 to 200 or off, got '0'");
    assert_eq!(refusal("no-presort:depth=off"), "no-presort: depth must be a whole number from 1 to 200, got 'off'");
    assert_eq!(
        refusal("toward:walls=best"),
        "toward has no option 'walls'; options: depth, breadth, trap, form, weights"
    );
    assert_eq!(refusal("heuristic:trap=-1"), "heuristic: trap must be a whole number from 0 to 256, got '-1'");
    assert_eq!(refusal("presort:form=log"), "presort: form must be one of linear, saturating, got 'log'");
    assert!(refusal("exploiter:weights=best:0").ends_with("best must be a whole number from 1 to 1000, got 0"));
    assert_eq!(refusal("mcts:expand=0"), "mcts: expand must be a whole number from 1 to 1000000, got '0'");
}
