//! Infexion as people meet it: error messages, parsers under nonsense, drawings.

use crate::common::{look, spec_error};
use crate::infexion_boards::{at, board};
use ply_game::{
    Drawn, Game, Indexed, Notation, Outcome, Player, Sampled, View, below, harmless, play_texts, rng, try_play,
};
use ply_games::infexion::{Infexion, Rules, Size};

// Text.

#[test]
fn specs_are_spelled_in_full_and_refused_with_a_reason() {
    assert_eq!(spec_error("infexion:size=8"), "infexion: size must be a whole number from 3 to 7, got '8'");
    assert_eq!(spec_error("infexion:rules=house"), "infexion: rules must be one of referee, printed, got 'house'");
    assert_eq!(
        spec_error("infexion:rule=printed"),
        "infexion has no option 'rule', did you mean 'rules'?; options: size, rules"
    );
}

#[test]
fn unreadable_actions_are_refused_with_a_reason() {
    let said = |text: &str| Infexion::default().parse_move(text).unwrap_err().to_string();
    assert_eq!(said("3"), "expected R,Q to spawn or R,Q,DIRECTION to spread, got '3'");
    assert_eq!(said("3,4,ur,2"), "expected R,Q to spawn or R,Q,DIRECTION to spread, got '3,4,ur,2'");
    assert_eq!(said("7,4"), "expected r from 0 to 6, got '7'");
    assert_eq!(said("3,04"), "expected q from 0 to 6, got '04'");
    assert_eq!(said("3,4,r"), "expected one of the directions dr d dl ul u ur, got 'r'");
    assert_eq!(said("3,4,"), "expected one of the directions dr d dl ul u ur, got ''");
    for nonsense in ["", ",", ",,", "-1,0", "+1,0", "1,0 ", "٣,4", "1\0,0", "99999999999999999999,0", "3,4,UR"] {
        assert!(Infexion::default().parse_move(nonsense).is_err(), "{nonsense:?}");
    }
}

#[test]
fn illegal_actions_are_refused_with_a_reason() {
    let said = |position: &str, action: &str| {
        let mut game = at(position);
        let action = game.parse_move(action).unwrap();
        try_play(&mut game, action).unwrap_err().to_string()
    };
    let position = board(10, &[(0, "r1"), (24, "b2")]);
    assert_eq!(said(&position, "0,0"), "cell 0,0 is red's already");
    assert_eq!(said(&position, "3,3"), "cell 3,3 is blue's already");
    assert_eq!(said(&position, "3,3,u"), "cell 3,3 is blue's");
    assert_eq!(said(&position, "3,4,u"), "cell 3,4 is empty");
    assert_eq!(said(&board(10, &[(0, "r1")]), "3,4"), "the game is over");
    let full: Vec<_> = (0..8).map(|cell| (cell, "b6")).chain([(8, "r1")]).collect();
    assert_eq!(said(&board(10, &full), "6,6"), "no spawn while the total power is 49");
}

#[test]
fn unreadable_positions_are_refused_with_a_reason() {
    let said = |text: &str| Infexion::default().parse_position(text).unwrap_err().to_string();
    assert_eq!(said(""), "expected TURNCOUNT CELLS, got ''");
    assert_eq!(said("12 r1,b1"), "field 2: expected 49 cells separated by commas, got '2'");
    assert_eq!(said(&board(344, &[])), "field 1: expected a turn count from 0 to 343, got '344'");
    assert_eq!(said(&board(0, &[(25, "r7")])), "cell 3,4: expected '.', r1 to r6 or b1 to b6, got 'r7'");
    assert_eq!(said(&format!("{} ", board(0, &[]))), "cell 6,6: expected '.', r1 to r6 or b1 to b6, got '. '");
    for turn in ["", "+1", "01", "00", "-0", "-1", "1.0", "65536", "99999999999999999999999", "é", "\0"] {
        let (text, shown) = (board(0, &[]).replacen('0', turn, 1), harmless(turn));
        assert_eq!(said(&text), format!("field 1: expected a turn count from 0 to 343, got '{shown}'"));
    }
    let heavy: Vec<_> = (0..8).map(|cell| (cell, "b6")).chain([(8, "r2")]).collect();
    assert_eq!(said(&board(10, &heavy)), "the total power is 50, more than 49");
}

#[test]
fn positions_that_leave_a_player_without_an_action_are_refused() {
    let said = |turn, stacks: &[(usize, &str)]| at_error(&board(turn, stacks));
    let tower = |count: usize, stack| (10..10 + count).map(|cell| (cell, stack)).collect::<Vec<_>>();
    let full = |stack, last| [tower(8, stack), vec![(0, last)]].concat();
    let stuck = |who| format!("{who} has no action: nothing to spread, and the total power is 49");
    assert_eq!(said(0, &full("b6", "b1")), Some(stuck("red")));
    assert_eq!(said(1, &full("r6", "r1")), Some(stuck("blue")));
    assert_eq!(said(0, &full("r6", "r1")), Some("blue would have no action after 0,0,dr in the first turn".to_owned()));
    assert_eq!(said(0, &tower(8, "r6")), Some("blue would have no action after 0,0 in the first turn".to_owned()));
    assert_eq!(said(0, &full("b6", "r1")), None);
    assert_eq!(said(1, &full("r6", "b1")), None);
    assert_eq!(said(2, &full("b6", "b1")), None);
}

#[test]
fn what_is_not_on_a_smaller_torus_is_refused_with_a_reason() {
    let small = Infexion::new(Size::Three, Rules::Referee);
    let said = |text: &str| small.parse_position(text).unwrap_err().to_string();
    assert_eq!(small.parse_move("3,0").unwrap_err().to_string(), "expected r from 0 to 2, got '3'");
    assert_eq!(small.parse_move("0,6,u").unwrap_err().to_string(), "expected q from 0 to 2, got '6'");
    assert_eq!(said(&board(0, &[])), "field 2: expected 9 cells separated by commas, got '49'");
    assert_eq!(said("28 .,.,.,.,.,.,.,.,."), "field 1: expected a turn count from 0 to 27, got '28'");
    assert_eq!(said("2 .,.,.,.,r3,.,.,.,."), "cell 1,1: expected '.', r1 to r2 or b1 to b2, got 'r3'");
    assert_eq!(said("2 .,.,.,.,.,b0,.,.,."), "cell 1,2: expected '.', r1 to r2 or b1 to b2, got 'b0'");
    assert_eq!(said("9 r2,r2,r2,b2,b2,.,.,.,."), "the total power is 10, more than 9");
    assert_eq!(said("1 r2,r2,r2,r2,r1,.,.,.,."), "blue has no action: nothing to spread, and the total power is 9");
}

#[test]
fn a_position_tells_the_size_of_its_board() {
    for (spec, cells, full) in [
        ("infexion", 9, "infexion:size=3,rules=referee"),
        ("infexion:rules=printed", 25, "infexion:size=5,rules=printed"),
        ("infexion", 49, "infexion:size=7,rules=referee"),
    ] {
        let position = format!("0 {}", vec!["."; cells].join(","));
        assert_eq!(look(spec, Some(&position), "", 0).unwrap().spec.to_string(), full);
    }
    let said = at_error("0 .,.,.,.").unwrap();
    assert_eq!(said, "field 2: expected 49 cells separated by commas, got '4'");
}

fn at_error(position: &str) -> Option<String> {
    Infexion::default().parse_position(position).err().map(|error| error.to_string())
}

#[test]
fn a_position_keeps_the_rules_it_is_read_with() {
    let printed = Infexion::new(Size::Seven, Rules::Printed);
    let read = printed.parse_position(&board(10, &[(0, "r1")])).unwrap();
    assert_eq!((read.rules(), read.outcome()), (Rules::Printed, Some(Outcome::Win(Player::First))));
    assert_eq!(read.ply(), Some(10));
}

// Drawings.

fn drawn(position: &str, moves: &str, unicode: bool) -> String {
    let mut game = at(position);
    let last = play_texts(&mut game, moves).unwrap().last().copied();
    game.draw(View { unicode, last }).plain()
}

#[test]
fn a_spread_is_drawn_with_its_source_and_its_line() {
    let position = board(30, &[(8, "r3"), (10, "b2"), (16, "b5"), (40, "b1"), (48, "r1")]);
    let expected = "\x20                  6, __ ,0
                5, __╱··╲__ ,1
             4, __╱··╲__╱··╲__ ,2
          3, __╱··╲__╱··╲__╱··╲__ ,3
       2, __╱··╲__╱··╲__╱··╲__╱··╲__ ,4
    1, __╱··╲__╱··╲__╱··╲__╱··╲__╱··╲__ ,5
 0, __╱··╲__╱··╲__╱··╲__╱··╲__╱··╲__╱··╲__ ,6
   ╱··╲__╱↘·╲__╱b5╲__╱··╲__╱··╲__╱b1╲__╱r1╲
,0 ╲__╱··╲__╱R1╲__╱··╲__╱··╲__╱··╲__╱··╲__╱ 6,
   ,1 ╲__╱··╲__╱R3╲__╱··╲__╱··╲__╱··╲__╱ 5,
      ,2 ╲__╱··╲__╱R1╲__╱··╲__╱··╲__╱ 4,
         ,3 ╲__╱··╲__╱··╲__╱··╲__╱ 3,
            ,4 ╲__╱··╲__╱··╲__╱ 2,
               ,5 ╲__╱··╲__╱ 1,
                  ,6 ╲__╱ 0,

red 6 in 4 stacks   blue 6 in 2 stacks   power 12 of 49   turn 31 of 343
";
    assert_eq!(drawn(&position, "1,1,dr", true), expected);
}

#[test]
fn a_spread_is_drawn_in_plain_ascii() {
    let position = board(31, &[(31, "r6"), (38, "b1"), (40, "b3"), (0, "r1")]);
    let expected = "\x20                  6, __ ,0
                5, __/..\\__ ,1
             4, __/..\\__/..\\__ ,2
          3, __/..\\__/..\\__/..\\__ ,3
       2, __/..\\__/..\\__/..\\__/..\\__ ,4
    1, __/..\\__/..\\__/..\\__/dl\\__/..\\__ ,5
 0, __/..\\__/..\\__/..\\__/xx\\__/..\\__/..\\__ ,6
   /r1\\__/..\\__/..\\__/..\\__/..\\__/b3\\__/..\\
,0 \\__/..\\__/..\\__/..\\__/..\\__/..\\__/..\\__/ 6,
   ,1 \\__/..\\__/..\\__/..\\__/..\\__/..\\__/ 5,
      ,2 \\__/..\\__/..\\__/..\\__/..\\__/ 4,
         ,3 \\__/..\\__/..\\__/..\\__/ 3,
            ,4 \\__/..\\__/..\\__/ 2,
               ,5 \\__/..\\__/ 1,
                  ,6 \\__/ 0,

red 1 in 1 stack   blue 3 in 1 stack   power 4 of 49   turn 32 of 343
";
    assert_eq!(drawn(&position, "5,3,dl", false), expected);
}

#[test]
fn a_smaller_torus_is_drawn_smaller() {
    let start = Infexion::new(Size::Three, Rules::Referee);
    let mut game = start.parse_position("4 r1,b1,b2,.,.,r1,.,.,.").unwrap();
    let last = play_texts(&mut game, "0,0,dr").unwrap().last().copied();
    let expected = "\x20      2, __ ,0
    1, __╱··╲__ ,1
 0, __╱··╲__╱··╲__ ,2
   ╱↘·╲__╱··╲__╱··╲
,0 ╲__╱R2╲__╱r1╲__╱ 2,
   ,1 ╲__╱b2╲__╱ 1,
      ,2 ╲__╱ 0,

red 3 in 2 stacks   blue 2 in 1 stack   power 5 of 9   turn 5 of 27
";
    assert_eq!(game.draw(View { unicode: true, last }).plain(), expected);
}

#[test]
fn every_last_action_can_be_drawn_on_every_position() {
    let mut rng = rng(9);
    for size in Size::ALL {
        let mut game = Infexion::new(size, Rules::Referee);
        while game.outcome().is_none() {
            let last = game.move_at(below(&mut rng, game.move_slots() as u32) as usize);
            for unicode in [false, true] {
                let text = game.draw(View { unicode, last }).plain();
                assert_eq!(text.lines().count(), 2 * size.axis() + 3);
                assert!(text.lines().all(|line| line.chars().count() <= 80));
                assert!(unicode || text.is_ascii());
            }
            game.play(game.random_move(&mut rng));
        }
    }
}
