//! Infexion against the original referee's figures, the rules on plain cells, and the contract.

use std::collections::HashMap;

use crate::common::{contract_holds, data, entries, games_agree, look, perft_agrees};
use crate::infexion_boards::{at, board};
use ply_game::{
    Game, Hashed, Indexed, Notation, Outcome, Player, Sampled, Scored, Symmetric, below, perft, play_texts, playout,
    rng, try_play,
};
use ply_games::infexion::geometry::{self, CELLS, Direction};
use ply_games::infexion::{Action, Infexion, Rules};
use serde_json::Value;

const BOTH_RULES: [Rules; 2] = [Rules::Referee, Rules::Printed];

// The figures of the original referee.

#[test]
fn perft_is_the_referees() {
    perft_agrees(&data("infexion"));
}

#[test]
fn perft_to_depth_four_is_the_referees() {
    let leaves = entries(&data("infexion"), "perft")[0]["leaves"]["4"].as_u64();
    let rows = perft(&Infexion::default(), 4);
    let finished: u64 = rows[..3].iter().map(|row| row.first_wins + row.second_wins + row.draws).sum();
    assert_eq!(Some(rows[3].nodes + finished), leaves);
}

#[test]
fn perft_positions_come_from_their_moves() {
    for entry in entries(&data("infexion"), "perft") {
        let seen = look("infexion", None, entry["moves"].as_str().unwrap(), 0).unwrap();
        assert_eq!(entry["position"].as_str(), Some(seen.position.as_str()));
        assert_eq!(entry["legal_count"].as_u64(), Some(seen.moves.len() as u64));
    }
}

#[test]
fn whole_games_end_as_the_referee_says() {
    let data = data("infexion");
    games_agree(&data, "games");
    for entry in entries(&data, "edge_games") {
        let seen = look("infexion", None, entry["moves"].as_str().unwrap(), 0).unwrap();
        assert_eq!(entry["position"].as_str(), Some(seen.position.as_str()));
        assert_eq!(entry["outcome"].as_str(), seen.outcome.as_deref());
    }
}

#[test]
fn whole_games_have_the_referees_number_of_actions_in_every_turn() {
    for entry in entries(&data("infexion"), "games") {
        let mut game = Infexion::default();
        let counts = entry["legal_counts"].as_array().unwrap();
        let moves: Vec<&str> = entry["moves"].as_str().unwrap().split(' ').collect();
        assert_eq!(counts.len(), moves.len());
        for (text, count) in moves.into_iter().zip(counts) {
            assert_eq!(Some(game.move_list().len() as u64), count.as_u64(), "{}", game.position_text());
            play_texts(&mut game, text).unwrap();
        }
        assert!(game.move_list().is_empty());
    }
}

#[test]
fn spreads_do_what_the_referee_does() {
    let data = data("infexion");
    assert_eq!(entries(&data, "spreads").len(), 43);
    for entry in entries(&data, "spreads") {
        let seen = look("infexion", entry["position"].as_str(), entry["move"].as_str().unwrap(), 0).unwrap();
        assert_eq!(entry["after"].as_str(), Some(seen.position.as_str()), "{entry}");
        assert_eq!(entry["outcome"].as_str(), seen.outcome.as_deref(), "{entry}");
        assert_eq!(entry["scores"], Value::from(seen.scores.unwrap().to_vec()), "{entry}");
    }
}

#[test]
fn what_the_referee_refuses_is_refused() {
    for entry in entries(&data("infexion"), "illegal") {
        let game = at(entry["position"].as_str().unwrap());
        let action = game.parse_move(entry["move"].as_str().unwrap()).unwrap();
        assert!(try_play(&mut game.clone(), action).is_err(), "{entry}");
        assert!(!game.move_list().contains(&action), "{entry}");
    }
}

// Fast against slow.

/// The rules on plain cells, as the rule book tells them.
struct Plain {
    /// Power, positive for red and negative for blue.
    cells: [i32; CELLS],
    turn: usize,
    rules: Rules,
}

impl Plain {
    fn sign(&self) -> i32 {
        if self.turn.is_multiple_of(2) { 1 } else { -1 }
    }

    fn power(&self, sign: i32) -> i32 {
        self.cells.iter().map(|stack| (stack * sign).max(0)).sum()
    }

    fn outcome(&self) -> Option<Outcome> {
        let (red, blue) = (self.power(1), self.power(-1));
        let eliminated = red == 0 || blue == 0;
        if self.turn < 343 && (self.turn < 2 || !eliminated) {
            return None;
        }
        let needed = if eliminated && self.rules == Rules::Printed { 1 } else { 2 };
        Some(match red - blue {
            lead if lead >= needed => Outcome::Win(Player::First),
            lead if lead <= -needed => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if self.outcome().is_some() {
            return actions;
        }
        let cells = || (0..CELLS).map(|cell| (format!("{},{}", cell / 7, cell % 7), self.cells[cell]));
        if self.power(1) + self.power(-1) < 49 {
            actions.extend(cells().filter(|(_, stack)| *stack == 0).map(|(name, _)| name));
        }
        for (name, _) in cells().filter(|(_, stack)| stack * self.sign() > 0) {
            actions.extend(["dr", "d", "dl", "ul", "u", "ur"].map(|way| format!("{name},{way}")));
        }
        actions
    }

    fn play(&mut self, action: &str) {
        let parts: Vec<&str> = action.split(',').collect();
        let (mut r, mut q): (i32, i32) = (parts[0].parse().unwrap(), parts[1].parse().unwrap());
        let source = (r * 7 + q) as usize;
        if let Some(way) = parts.get(2) {
            let (dr, dq) = match *way {
                "dr" => (0, 1),
                "d" => (-1, 1),
                "dl" => (-1, 0),
                "ul" => (0, -1),
                "u" => (1, -1),
                _ => (1, 0),
            };
            let power = self.cells[source].abs();
            self.cells[source] = 0;
            for _ in 0..power {
                (r, q) = ((r + dr).rem_euclid(7), (q + dq).rem_euclid(7));
                let stack = &mut self.cells[(r * 7 + q) as usize];
                let raised = stack.abs() + 1;
                *stack = if raised == 7 {
                    0
                } else if self.turn.is_multiple_of(2) {
                    raised
                } else {
                    -raised
                };
            }
        } else {
            self.cells[source] = self.sign();
        }
        self.turn += 1;
    }

    fn text(&self) -> String {
        let token = |stack: &i32| match stack {
            0 => ".".to_owned(),
            1.. => format!("r{stack}"),
            _ => format!("b{}", -stack),
        };
        format!("{} {}", self.turn, self.cells.iter().map(token).collect::<Vec<_>>().join(","))
    }
}

fn agree(game: &Infexion, plain: &Plain) {
    let here = plain.text();
    assert_eq!(game.position_text(), here);
    assert_eq!(game.outcome(), plain.outcome(), "{here}");
    assert_eq!(game.scores(), Some([plain.power(1), plain.power(-1)]), "{here}");
    let actions: Vec<String> = game.move_list().into_iter().map(|action| action.to_string()).collect();
    assert_eq!(actions, plain.actions(), "{here}");
    for (cell, stack) in plain.cells.into_iter().enumerate() {
        let power = stack.unsigned_abs() as usize;
        assert_eq!(game.power(cell), power);
        assert_eq!(
            game.owner(cell),
            [None, Some(Player::First), Some(Player::Second)][stack.signum().rem_euclid(3) as usize]
        );
        assert!((0..=6).all(|other| (game.with_power(other) >> cell & 1 == 1) == (other == power)));
    }
    assert_eq!(game.total_power() as i32, plain.power(1) + plain.power(-1));
}

#[test]
fn bit_planes_and_plain_cells_play_the_same_games() {
    let mut rng = rng(11);
    for rules in BOTH_RULES.repeat(30) {
        let (mut game, mut plain) = (Infexion::new(rules), Plain { cells: [0; CELLS], turn: 0, rules });
        loop {
            agree(&game, &plain);
            if game.outcome().is_some() {
                break;
            }
            let action = game.random_move(&mut rng);
            game.play(action);
            plain.play(&action.to_string());
        }
    }
}

/// Random games seldom eliminate anyone: set-up positions with few and tall stacks do.
#[test]
fn bit_planes_and_plain_cells_agree_on_sparse_positions() {
    let mut rng = rng(12);
    let mut ended = 0;
    for round in 0..2000 {
        let rules = BOTH_RULES[round % 2];
        let turn = below(&mut rng, 344) as usize;
        let mut plain = Plain { cells: [0; CELLS], turn, rules };
        for _ in 0..1 + below(&mut rng, 5) {
            let power = 1 + below(&mut rng, 6) as i32;
            plain.cells[below(&mut rng, 49) as usize] = if below(&mut rng, 2) == 0 { power } else { -power };
        }
        let game = Infexion::new(rules).parse_position(&plain.text()).unwrap();
        agree(&game, &plain);
        for action in game.move_list() {
            let mut after = Plain { ..plain };
            after.play(&action.to_string());
            agree(&game.after(action), &after);
            ended += usize::from(after.outcome().is_some());
        }
    }
    assert!(ended > 500, "{ended}");
}

// Rules that differ, and the corners of the rules.

#[test]
fn the_survivor_with_power_one_draws_under_the_referee_and_wins_as_printed() {
    let moves = "4,3 3,3 0,0 3,4 0,0,dr 2,4 0,1,ul 2,3 0,0,dr 3,2 0,1,ul 4,2 0,0,dr 3,4,ul 0,1,ul 2,4,u 0,0,dr 2,3,ur \
                 0,1,ul 3,2,dr 0,0,dr 4,2,d 4,3,dl";
    for (spec, outcome) in [("infexion", "draw"), ("infexion:rules=printed", "first")] {
        let seen = look(spec, None, moves, 0).unwrap();
        assert_eq!((seen.outcome.as_deref(), seen.scores), (Some(outcome), Some([1, 0])), "{spec}");
    }
}

#[test]
fn the_turn_limit_decides_by_power_under_both_rules() {
    for spec in ["infexion", "infexion:rules=printed"] {
        for (stacks, outcome) in [
            (&[(0, "r3"), (9, "b2")][..], "draw"),
            (&[(0, "r3"), (9, "b1")], "first"),
            (&[(0, "r1"), (9, "b3")], "second"),
            (&[], "draw"),
        ] {
            let seen = look(spec, Some(&board(343, stacks)), "", 0).unwrap();
            assert_eq!(seen.outcome.as_deref(), Some(outcome), "{spec} {stacks:?}");
        }
    }
}

#[test]
fn an_elimination_in_the_last_turn_counts_as_one() {
    let judged = |spec, left| {
        let position = board(342, &[(0, "r1"), (1, "b6"), (30, left)]);
        let seen = look(spec, Some(&position), "0,0,dr", 0).unwrap();
        (seen.outcome.unwrap(), seen.scores.unwrap())
    };
    assert_eq!(judged("infexion", "b6"), ("second".to_owned(), [0, 6]));
    assert_eq!(judged("infexion", "b1"), ("draw".to_owned(), [0, 1]));
    assert_eq!(judged("infexion:rules=printed", "b1"), ("second".to_owned(), [0, 1]));
}

#[test]
fn nothing_ends_before_two_turns() {
    assert_eq!(look("infexion", None, "3,3", 0).unwrap().outcome, None);
    assert_eq!(look("infexion", Some(&board(1, &[])), "", 0).unwrap().moves.len(), 49);
    assert_eq!(look("infexion", Some(&board(2, &[])), "", 0).unwrap().outcome.as_deref(), Some("draw"));
}

// The contract, keys, numbers and symmetries.

#[test]
fn the_contract_holds() {
    contract_holds("infexion", 3);
    contract_holds("infexion:size=7,rules=printed", 2);
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Infexion>() <= 40);
    assert_eq!(size_of::<Action>(), 2);
}

#[test]
fn actions_are_numbered_spawns_first() {
    let game = Infexion::default();
    assert_eq!(game.move_slots(), 343);
    assert_eq!(game.move_at(0), Some(Action::spawn(0)));
    assert_eq!(game.move_at(49 + 6 * 25 + 5).unwrap().to_string(), "3,4,ur");
    assert_eq!(game.move_at(342).unwrap().to_string(), "6,6,ur");
    assert_eq!(game.move_at(343), None);
    assert_eq!(game.move_at(usize::MAX), None);
}

#[test]
fn keys_tell_turns_apart_and_board_keys_only_movers() {
    let stacks = [(0, "r3"), (9, "b2")];
    let [early, odd, late] = [10, 11, 340].map(|turn| at(&board(turn, &stacks)));
    assert_ne!(early.key(), late.key());
    assert_eq!(early.board_key(), late.board_key());
    assert_ne!(early.board_key(), odd.board_key());
}

#[test]
fn different_positions_have_different_keys() {
    let mut seen: HashMap<u64, Infexion> = HashMap::new();
    let mut note = |game: Infexion| assert_eq!(*seen.entry(game.key()).or_insert(game), game, "{}", game.key());
    let start = Infexion::default();
    for one in start.move_list().into_iter().map(|action| start.after(action)) {
        for two in one.move_list().into_iter().map(|action| one.after(action)) {
            two.legal_moves(|action| note(two.after(action)));
        }
    }
    let mut rng = rng(3);
    for _ in 0..200 {
        let mut game = start;
        while game.outcome().is_none() {
            note(game);
            game.play(game.random_move(&mut rng));
        }
    }
}

#[test]
fn the_symmetries_are_a_group_of_588_different_ones() {
    let mut rng = rng(4);
    let mut game = Infexion::default();
    (0..40).for_each(|_| game.play(game.random_move(&mut rng)));
    assert_eq!(game.symmetries(), 588);
    let mut images: Vec<String> = (0..588).map(|symmetry| game.transformed(symmetry).position_text()).collect();
    images.sort();
    let again = game.transformed(below(&mut rng, 588) as usize);
    let mut others: Vec<String> = (0..588).map(|symmetry| again.transformed(symmetry).position_text()).collect();
    others.sort();
    assert_eq!(images, others);
    images.dedup();
    assert_eq!(images.len(), 588);
}

#[test]
fn the_canonical_image_is_the_one_with_the_smallest_key() {
    let mut rng = rng(5);
    for plies in [0, 1, 2, 3, 10, 50, 150] {
        let mut game = Infexion::default();
        (0..plies).for_each(|_| game.play(game.random_move(&mut rng)));
        let (image, symmetry) = game.canonical();
        assert_eq!(game.transformed(symmetry), image);
        assert_eq!(Some(image.key()), (0..588).map(|symmetry| game.transformed(symmetry).key()).min());
    }
}

#[test]
fn the_second_action_has_seven_classes() {
    let game = Infexion::default().after(Action::spawn(0));
    let mut classes: Vec<u64> = game.move_list().iter().map(|&mv| game.after(mv).canonical().0.key()).collect();
    classes.sort();
    classes.dedup();
    assert_eq!(classes.len(), 7);
}

#[test]
fn random_moves_are_even_in_the_middle_of_a_game() {
    let mut rng = rng(6);
    let positions = entries(&data("infexion"), "perft")
        .iter()
        .map(|entry| at(entry["position"].as_str().unwrap()))
        .collect::<Vec<_>>();
    for game in positions {
        let moves = game.move_list();
        let mut seen = vec![0; game.move_slots()];
        (0..1000 * moves.len()).for_each(|_| seen[game.move_index(game.random_move(&mut rng))] += 1);
        assert_eq!(seen.iter().filter(|&&times| times > 0).count(), moves.len());
        assert!(moves.iter().all(|&mv| (800..1200).contains(&seen[game.move_index(mv)])), "{seen:?}");
    }
}

#[test]
fn random_games_mostly_reach_the_turn_limit() {
    let mut rng = rng(7);
    let long = (0..200).filter(|_| playout(Infexion::default(), &mut rng).1 == 343).count();
    assert!(long > 190, "{long}");
}

#[test]
fn geometry_agrees_with_steps_counted_one_by_one() {
    for cell in 0..CELLS {
        let mut around = 0;
        for direction in Direction::ALL {
            let (dr, dq) = direction.step();
            let (mut r, mut q) = geometry::coordinates(cell);
            let mut ray = 0u64;
            for power in 0..=6 {
                assert_eq!(geometry::ray(cell, direction, power), ray);
                (r, q) = ((r + dr) % 7, (q + dq) % 7);
                ray |= 1 << geometry::cell(r, q);
                assert_eq!(geometry::along(cell, direction, power + 1), geometry::cell(r, q));
            }
            around |= geometry::ray(cell, direction, 1);
        }
        assert_eq!(geometry::NEIGHBOURS[cell], around);
        assert_eq!(geometry::neighbours(1 << cell), around);
        for (steps, (r, q)) in (0..7).map(|steps| (steps, geometry::coordinates(cell))) {
            assert_eq!(geometry::shift_r(1 << cell, steps), 1 << geometry::cell((r + steps) % 7, q));
            assert_eq!(geometry::shift_q(1 << cell, steps), 1 << geometry::cell(r, (q + steps) % 7));
        }
    }
}
