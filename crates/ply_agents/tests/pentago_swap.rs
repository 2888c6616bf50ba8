//! The agents of Pentago-Swap: the report's matrices, and what each agent always does.

use std::time::Duration;

use ply_agents::{Insight, agents, mind};
use ply_game::{Game, Notation, Player, Rng, Sampled, play_texts, rng};
use ply_games::pentago_swap::{Move, PentagoSwap};
use ply_search::{AlphaBeta, AlphaBetaConfig, Budget, Limits, Proof, Report, Score, Searcher as _, Silent, Zero};
use serde_json::Value;

fn position(text: &str) -> PentagoSwap {
    PentagoSwap::default().parse_position(text).unwrap()
}

fn think(agent: &str, position: &PentagoSwap, limits: Limits) -> Report<Move> {
    let (_, mut mind) = mind::<PentagoSwap>(&agent.parse().unwrap(), 0, 1).unwrap();
    mind.think(position, &Budget::new(limits), &mut Silent).unwrap()
}

fn potentials(position: &PentagoSwap) -> Insight {
    let (_, mind) = mind::<PentagoSwap>(&"logical".parse().unwrap(), 0, 1).unwrap();
    mind.insight.unwrap()(position)
}

/// A position after so many random moves that is not over.
fn random_position(plies: usize, rng: &mut Rng) -> PentagoSwap {
    loop {
        let mut position = PentagoSwap::default();
        while position.plies() < plies && position.outcome().is_none() {
            let mv = position.random_move(rng);
            position.play(mv);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn the_potentials_equal_those_of_the_published_program_and_of_the_report() {
    let data: Value = serde_json::from_str(include_str!("data/pentago_swap_logical.json")).unwrap();
    let mut compared = 0;
    for list in ["positions", "report"] {
        for case in data[list].as_array().unwrap() {
            let text = case["position"].as_str().unwrap();
            for map in potentials(&position(text)).maps {
                let Some(expected) = case.get(map.name) else { continue };
                let expected: Vec<i32> = serde_json::from_value(expected.clone()).unwrap();
                assert_eq!(map.values, expected, "{} of {text}", map.name);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 19 * 7 + 3 * 3 + 1);
}

#[test]
fn logical_chooses_as_the_published_program_in_random_positions() {
    let data: Value = serde_json::from_str(include_str!("data/pentago_swap_logical.json")).unwrap();
    for case in data["positions"].as_array().unwrap() {
        let position = position(case["position"].as_str().unwrap());
        let best = think("logical:weights=report", &position, Limits::default()).best;
        assert_eq!(position.move_text(best), case["chosen_move"].as_str().unwrap(), "{}", position.position_text());
    }
}

#[test]
fn a_full_diagonal_raises_the_same_diagonal_everywhere() {
    // White has the falling diagonal of TL; the rules of the published program worked out by hand.
    let seen = potentials(&position("w......w......w...bb.b.............. w"));
    let map = |name| &seen.maps.iter().find(|map| map.name == name).unwrap().values;
    let raised: Vec<i32> = map("after_macro").iter().zip(map("superposed")).map(|(one, other)| one - other).collect();
    let mut expected = vec![0; 36];
    for (row, column, by) in [(0, 3, 3), (1, 4, 5), (2, 5, 3), (4, 1, 3), (5, 2, 3), (4, 4, 3), (5, 5, 3)] {
        expected[6 * row + column] = by;
    }
    assert_eq!(raised, expected);
}

#[test]
fn the_report_s_agents_take_a_win_at_sight() {
    let mut rng = rng(5);
    let mut seen = 0;
    while seen < 20 {
        let position = random_position(14, &mut rng);
        let mut wins = Vec::new();
        position.winning_moves(|mv| wins.push(mv));
        if wins.is_empty() {
            continue;
        }
        seen += 1;
        for agent in ["logical", "logical:swap=potential", "mcts:nodes=1", "minimax:depth=1"] {
            let report = think(agent, &position, Limits::default());
            assert!(wins.contains(&report.best), "{agent} at {}", position.position_text());
        }
    }
}

#[test]
fn logical_makes_the_moves_of_the_published_program() {
    let (mut asked, mut same) = (0, 0);
    for line in include_str!("data/pentago_swap_published_moves.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [side, first] = [words[0], words[1]].map(|word| word.parse::<usize>().unwrap());
        let mut game = PentagoSwap::default();
        for (ply, text) in words[2..].iter().enumerate() {
            if ply >= first && ply % 2 == side - 1 {
                asked += 1;
                same +=
                    u32::from(game.move_text(think("logical:weights=report", &game, Limits::default()).best) == *text);
            }
            play_texts(&mut game, text).unwrap();
        }
    }
    assert_eq!((asked, same), (19, 19));
}

#[test]
fn logical_as_the_report_describes_it_is_never_suicidal_while_a_safe_move_exists() {
    let mut rng = rng(6);
    for plies in (0..34).cycle().take(300) {
        let position = random_position(plies, &mut rng);
        let is_safe = |mv: Move| {
            let child = position.after(mv);
            let lost = child.outcome().is_some_and(|outcome| outcome.winner() == Some(child.to_move()));
            let mut wins = 0;
            child.winning_moves(|_| wins += 1);
            !lost && wins == 0
        };
        let any_safe = position.move_list().into_iter().any(is_safe);
        for options in ["", ",ties=random,seed=3", ",combine=sum", ",swap=potential", ",weights=report"] {
            let agent = &format!("logical:published=off{options}");
            let mv = think(agent, &position, Limits::default()).best;
            let wins = position.after(mv).outcome().is_some_and(|outcome| outcome.winner() == Some(position.to_move()));
            assert!(wins || is_safe(mv) || !any_safe, "{agent} at {}", position.position_text());
        }
    }
}

#[test]
fn logical_takes_the_first_best_cell_and_the_first_acceptable_swap() {
    let mut game = PentagoSwap::default();
    let mut moves = Vec::new();
    for _ in 0..4 {
        let mv = think("logical:weights=report", &game, Limits::default()).best;
        moves.push(game.move_text(mv));
        game.play(mv);
    }
    // A centre (6); its corners, 6 for White too, come before the other centres; so again; then 7 stops three in a row.
    assert_eq!(moves, ["1,1,BL-BR", "0,0,BL-BR", "0,2,BL-BR", "2,0,BL-BR"]);
}

#[test]
fn mcts_takes_the_centres_first_in_order() {
    let mut game = PentagoSwap::default();
    play_texts(&mut game, "1,1,TR-BL").unwrap();
    assert_eq!(game.move_text(think("mcts", &game, Limits::nodes(1)).best), "1,4,TL-TR");
    let mut game = PentagoSwap::default();
    let mut rng = rng(8);
    for _ in 0..4 {
        let mv = think("mcts", &game, Limits::nodes(1)).best;
        assert_eq!((mv.cell().0 % 3, mv.cell().1 % 3), (1, 1));
        game.play(mv);
        let reply = loop {
            let reply = game.random_move(&mut rng);
            if (reply.cell().0 % 3, reply.cell().1 % 3) != (1, 1) {
                break reply;
            }
        };
        game.play(reply);
    }
    let free = think("mcts:centres=off,nodes=500,seed=1", &PentagoSwap::default(), Limits::nodes(500));
    assert_eq!(free.nodes, 500);
}

/// Plain alpha-beta to the end of the game: 1 for a win of the side to move, 0 for a draw, -1 for a loss.
fn exact(position: &PentagoSwap) -> i32 {
    let mut searcher = AlphaBeta::new(Zero, AlphaBetaConfig::default()).unwrap();
    let limits = Limits::depth(36 - position.plies() as u32);
    searcher.search(position, &Budget::new(limits), &mut Silent).score.points().signum()
}

#[test]
fn the_champion_solves_endgames_and_claims_no_win_or_loss_that_is_none() {
    let mut rng = rng(9);
    let mut claims = 0;
    let few = [1, 2, 3, 4].into_iter().cycle().take(800);
    for empties in few.chain([5, 6, 7, 8].into_iter().cycle().take(32)) {
        let position = random_position(36 - empties, &mut rng);
        let value = exact(&position);
        let text = position.position_text();
        let whole = think("champion:table=1", &position, Limits::default());
        assert_eq!(whole.score.points().signum(), value, "{text}");
        for depth in 1..3 {
            let report = think("champion:table=1", &position, Limits::depth(depth));
            if report.score.is_decided() {
                claims += 1;
                assert_eq!(report.score.points().signum(), value, "{text} at depth {depth}");
            }
        }
    }
    assert!(claims > 25, "{claims}");
}

/// After the last stone there is no turn in which a threat could be carried out.
#[test]
fn the_champion_claims_no_win_by_a_threat_that_comes_too_late() {
    let position = position("wbwbwww.bbwwbbbbwbbbbbwbbwbwbwww.www w");
    assert_eq!(exact(&position), 0);
    assert_eq!(think("champion", &position, Limits::default()).score, Score::DRAW);
}

#[test]
fn the_champion_s_threads_and_lines_agree_on_what_is_proven() {
    let mut rng = rng(10);
    for _ in 0..10 {
        let position = random_position(29, &mut rng);
        let value = exact(&position);
        let report = think("champion:table=1,threads=2", &position, Limits::default());
        assert_eq!(report.score.points().signum(), value);
        let (_, mut mind) = mind::<PentagoSwap>(&"champion:table=1".parse().unwrap(), 0, 3).unwrap();
        let report = mind.think(&position, &Budget::new(Limits::default()), &mut Silent).unwrap();
        assert_eq!(report.score.points().signum(), value);
        assert!(report.root.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
    }
}

#[test]
fn the_champion_shows_a_line_of_legal_moves() {
    let mut rng = rng(11);
    let quiet = position(".......b....wwb.............b.....ww b");
    assert!(think("champion", &quiet, Limits::nodes(50_000)).pv.len() > 2);
    for plies in [4, 8, 12, 16, 20, 24] {
        let start = random_position(plies, &mut rng);
        let report = think("champion", &start, Limits::nodes(50_000));
        assert_eq!(report.pv[0], report.best);
        let mut position = start;
        for mv in &report.pv {
            assert!(position.outcome().is_none() && position.move_list().contains(mv));
            position.play(*mv);
        }
    }
}

#[test]
fn a_win_that_the_champion_claims_comes_no_later_than_it_said() {
    let start = position("..w...bw.....w....b.....wb.w...b.b.. w");
    let (mut position, mut moves) = (start, Vec::new());
    let minds = || mind::<PentagoSwap>(&"champion".parse().unwrap(), 0, 1).unwrap().1;
    let mut players = [minds(), minds()];
    let mut claimed = None;
    while position.outcome().is_none() {
        let player = &mut players[moves.len() % 2];
        player.follow(&start, &moves);
        let report = player.think(&position, &Budget::new(Limits::nodes(30_000)), &mut Silent).unwrap();
        if moves.len() % 2 == 0 {
            let plies = report.score.plies_to_end().expect("the win was proven");
            assert!(report.score > Score::DRAW && claimed.is_none_or(|before| plies <= before), "{claimed:?} {plies}");
            claimed = Some(plies);
        }
        moves.push(report.best);
        position.play(report.best);
    }
    assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), Some(start.to_move()));
}

/// Much more than it takes to find a win that is known.
fn plenty() -> Limits {
    Limits::time(Duration::from_secs(10))
}

#[test]
fn the_champion_as_white_knows_that_it_wins_and_does_by_ply_19() {
    let others = ["greedy", "logical", "mcts:nodes=300", "alpha-beta:nodes=3000", "champion:nodes=3000"];
    let opponents = others.into_iter().map(str::to_owned).chain((0..30).map(|seed| format!("random:seed={seed}")));
    for opponent in opponents {
        let (start, mut moves) = (PentagoSwap::default(), Vec::new());
        let [mut white, mut black] =
            ["champion", &opponent].map(|agent| mind::<PentagoSwap>(&agent.parse().unwrap(), 0, 1).unwrap().1);
        let mut position = start;
        while position.outcome().is_none() {
            if moves.len() % 2 == 0 {
                white.follow(&start, &moves);
                let report = white.think(&position, &Budget::new(plenty()), &mut Silent).unwrap();
                assert_eq!(report.proof, Proof::Result, "{opponent}: {}", position.position_text());
                assert!(report.score.plies_to_end().is_some_and(|plies| position.plies() + plies <= 19));
                moves.push(report.best);
            } else {
                let limits = black.limits(&position);
                black.follow(&start, &moves);
                moves.push(black.think(&position, &Budget::new(limits), &mut Silent).unwrap().best);
            }
            position.play(moves[moves.len() - 1]);
        }
        assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), Some(Player::First), "{opponent}");
        assert!(position.plies() <= 19);
    }
}

#[test]
fn a_champion_with_few_positions_or_plies_or_several_lines_does_not_know_the_opening() {
    let start = PentagoSwap::default();
    assert_eq!(think("champion", &start, plenty()).score, Score::win_in(19));
    for limits in [Limits::nodes(2000), Limits::depth(2)] {
        assert_eq!(think("champion", &start, limits).proof, Proof::Open);
    }
    let (_, mut several) = mind::<PentagoSwap>(&"champion:table=1".parse().unwrap(), 0, 3).unwrap();
    let limits = Limits::time(Duration::from_millis(50));
    assert_eq!(several.think(&start, &Budget::new(limits), &mut Silent).unwrap().root.len(), 3);
}

#[test]
fn every_agent_gives_a_legal_move_at_the_smallest_limits_and_the_same_one_again() {
    let mut rng = rng(7);
    for plies in 0..36 {
        let position = random_position(plies, &mut rng);
        for agent in agents::<PentagoSwap>().iter().filter(|agent| agent.name != "faulty") {
            for limits in [Limits::nodes(1), Limits::nodes(300)] {
                let mv = think(agent.name, &position, limits).best;
                assert!(position.move_list().contains(&mv), "{} at {}", agent.name, position.position_text());
                assert_eq!(think(agent.name, &position, limits).best, mv, "{}", agent.name);
            }
        }
    }
}

#[test]
fn nonsense_in_options_is_refused() {
    for spec in [
        "logical:ties=last",
        "logical:swap=last",
        "logical:weights=open:21",
        "mcts:c=-1",
        "minimax:depth=0",
        "logical:depth=3",
        "mcts:centres=maybe",
        "champion:table=0",
    ] {
        assert!(mind::<PentagoSwap>(&spec.parse().unwrap(), 0, 1).is_err(), "{spec}");
    }
}
