//! Infexion against the original referee's figures, and the contract.

use std::collections::HashMap;

use crate::common::{contract_holds, data, entries, games_agree, look, perft_agrees};
use crate::infexion_boards::{at, board};
use ply_game::{Game, Hashed, Indexed, Notation, Sampled, Symmetric, below, perft, play_texts, playout, rng, try_play};
use ply_games::infexion::geometry::{Direction, cell, cells, coordinates};
use ply_games::infexion::{Action, Infexion, Rules, Size};
use serde_json::Value;

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
    for size in 3..=6 {
        contract_holds(&format!("infexion:size={size}"), 5);
    }
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
fn actions_of_a_smaller_torus_have_the_numbers_of_the_largest() {
    let (small, large) = (Infexion::new(Size::Three, Rules::Referee), Infexion::default());
    assert_eq!(small.move_slots(), large.move_slots());
    let shared =
        |index: &usize| small.move_at(*index).inspect(|&mv| assert_eq!(large.move_at(*index), Some(mv))).is_some();
    assert_eq!((0..large.move_slots()).filter(shared).count(), 63);
    assert_eq!(small.move_at(49 + 6 * 9 + 4).unwrap().to_string(), "1,2,u");
    assert_eq!((small.move_at(3), small.move_at(usize::MAX)), (None, None));
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

/// A game on a torus after some random actions, or as many as it has.
fn after_random_actions(size: Size, actions: usize, rng: &mut ply_game::Rng) -> Infexion {
    let mut game = Infexion::new(size, Rules::Referee);
    for _ in 0..actions {
        let next = game.after(game.random_move(rng));
        game = if next.outcome().is_none() { next } else { game };
    }
    game
}

#[test]
fn the_symmetries_are_a_group_of_different_ones() {
    let mut rng = rng(4);
    for size in Size::ALL {
        let (game, count) = (after_random_actions(size, 40, &mut rng), 12 * size.cells());
        assert_eq!(game.symmetries(), count);
        let images = |game: &Infexion| {
            let mut images: Vec<String> =
                (0..count).map(|symmetry| game.transformed(symmetry).position_text()).collect();
            images.sort();
            images
        };
        let mut seen = images(&game);
        assert_eq!(seen, images(&game.transformed(below(&mut rng, count as u32) as usize)));
        seen.dedup();
        assert_eq!(count % seen.len(), 0);
        assert!(size < Size::Five || seen.len() == count, "{}", seen.len());
    }
}

#[test]
fn the_canonical_image_is_the_one_with_the_smallest_key() {
    let mut rng = rng(5);
    for size in Size::ALL {
        for actions in [0, 1, 2, 3, 10, 50, 150] {
            let game = after_random_actions(size, actions, &mut rng);
            let (image, symmetry) = game.canonical();
            assert_eq!(game.transformed(symmetry), image);
            let keys = (0..game.symmetries()).map(|symmetry| game.transformed(symmetry).key());
            assert_eq!(Some(image.key()), keys.min());
        }
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
    for (size, axis) in Size::ALL.map(|size| (size, size.axis())) {
        assert_eq!(Size::new(axis), Some(size));
        assert_eq!((size.cells(), size.most_power() as usize), (axis * axis, axis * axis));
        assert_eq!(usize::from(size.turn_limit()), axis * axis * axis);
        let all = || (0..axis).flat_map(|r| (0..axis).map(move |q| cell(r, q)));
        assert!(cells(size.mask()).eq(all()));
        for (index, from) in all().enumerate() {
            assert_eq!(size.cell_at(index), from);
            let mut around = 0;
            for direction in Direction::ALL {
                let (dr, dq) = direction.step(size);
                let (mut r, mut q) = coordinates(from);
                let mut ray = 0u64;
                for power in 0..axis {
                    assert_eq!(size.ray(from, direction, power), ray);
                    (r, q) = ((r + dr) % axis, (q + dq) % axis);
                    ray |= 1 << cell(r, q);
                    assert_eq!(size.along(from, direction, power + 1), cell(r, q));
                }
                around |= size.ray(from, direction, 1);
            }
            assert_eq!(around.count_ones(), 6);
            assert_eq!(size.neighbours(1 << from), around);
            for (steps, (r, q)) in (0..axis).map(|steps| (steps, coordinates(from))) {
                assert_eq!(size.shift_r(1 << from, steps), 1 << cell((r + steps) % axis, q));
                assert_eq!(size.shift_q(1 << from, steps), 1 << cell(r, (q + steps) % axis));
            }
        }
    }
}
