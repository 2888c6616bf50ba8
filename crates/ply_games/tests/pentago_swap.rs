//! Pentago-Swap against the figures of the original program and against a plain board of 36 characters.

use std::collections::{HashMap, HashSet};

use crate::common::{contract_holds, data, entries, games_agree, look, perft_agrees, spec_error};
use ply_game::{
    Drawn, Game, Hashed, Indexed, Notation, Outcome, Player, Rng, Symmetric, View, below, play_texts, playout, rng,
};
use ply_games::pentago_swap::{Move, PentagoSwap, Swap, board};
use proptest::prelude::*;

const GAME: &str = "pentago-swap";

fn after(moves: &str) -> PentagoSwap {
    let mut game = PentagoSwap::default();
    play_texts(&mut game, moves).unwrap();
    game
}

fn read(text: &str) -> PentagoSwap {
    PentagoSwap::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A random position that is not over, of up to `most` stones.
fn random_position(rng: &mut Rng, most: u32) -> PentagoSwap {
    loop {
        let mut game = PentagoSwap::default();
        for _ in 0..below(rng, most + 1) {
            if game.outcome().is_none() {
                let moves = game.move_list();
                game.play(moves[below(rng, moves.len() as u32) as usize]);
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// The rules on 36 characters, cell by cell.
mod plain {
    pub type Board = [char; 36];

    pub fn swapped(board: &Board, one: usize, two: usize) -> Board {
        let corner = |quadrant: usize| (quadrant / 2 * 3, quadrant % 2 * 3);
        let mut result = *board;
        for row in 0..3 {
            for column in 0..3 {
                let at = |(top, left): (usize, usize)| 6 * (top + row) + left + column;
                result[at(corner(one))] = board[at(corner(two))];
                result[at(corner(two))] = board[at(corner(one))];
            }
        }
        result
    }

    pub fn has_five(board: &Board, colour: char) -> bool {
        let holds = |row: i32, column: i32| {
            (0..6).contains(&row) && (0..6).contains(&column) && board[(6 * row + column) as usize] == colour
        };
        (0..36).any(|cell| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(down, right)| (0..5).all(|i| holds(cell / 6 + i * down, cell % 6 + i * right)))
        })
    }

    /// `first`, `second`, `draw`, or nothing while the game goes on.
    pub fn outcome(board: &Board) -> Option<&'static str> {
        match (has_five(board, 'w'), has_five(board, 'b')) {
            (true, true) => Some("draw"),
            (true, false) => Some("first"),
            (false, true) => Some("second"),
            (false, false) => (!board.contains(&'.')).then_some("draw"),
        }
    }

    /// The board after each move, with the move's text, in the order of the rules.
    pub fn successors(board: &Board, mover: char) -> Vec<(String, Board)> {
        const NAMES: [&str; 4] = ["TL", "TR", "BL", "BR"];
        let mut result = Vec::new();
        for cell in (0..36).filter(|&cell| board[cell] == '.') {
            let mut placed = *board;
            placed[cell] = mover;
            for (one, first) in NAMES.iter().enumerate() {
                for (two, second) in NAMES.iter().enumerate().skip(one + 1) {
                    let text = format!("{},{},{first}-{second}", cell / 6, cell % 6);
                    result.push((text, swapped(&placed, one, two)));
                }
            }
        }
        result
    }
}

fn plain_board(game: &PentagoSwap) -> plain::Board {
    let symbols: Vec<char> = game.position_text().chars().take(36).collect();
    symbols.try_into().unwrap()
}

fn mover(game: &PentagoSwap) -> char {
    if game.to_move() == Player::First { 'w' } else { 'b' }
}

#[test]
fn perft_counts_are_the_originals() {
    let data = data(GAME);
    assert_eq!(entries(&data, "perft").len(), 8);
    perft_agrees(&data);
}

#[test]
fn perft_positions_and_their_distinct_successors_are_the_originals() {
    for entry in entries(&data(GAME), "perft").iter().skip(1) {
        let game = after(entry["moves"].as_str().unwrap());
        assert_eq!(game.position_text(), format!("{} w", entry["board"].as_str().unwrap()));
        let mut count = 0;
        game.distinct_moves(|_| count += 1);
        assert_eq!(entry["distinct_successors"], count, "{entry}");
    }
}

#[test]
fn games_and_edge_cases_end_as_in_the_original() {
    let data = data(GAME);
    for key in ["games", "edge_cases"] {
        assert!(entries(&data, key).len() >= 5);
        games_agree(&data, key);
        for entry in entries(&data, key) {
            let game = after(entry["moves"].as_str().unwrap());
            assert_eq!(&game.position_text()[..36], entry["board"].as_str().unwrap(), "{entry}");
        }
    }
}

#[test]
fn the_contract_holds() {
    contract_holds(GAME, 60);
    for stones in [9, 20, 33] {
        let mut rng = rng(stones.into());
        let start = std::iter::repeat_with(|| random_position(&mut rng, stones))
            .find(|game| game.plies() == stones as usize)
            .unwrap();
        ply_game::contract::check(&start, 1, 10);
    }
}

#[test]
fn random_games_go_as_on_the_plain_board() {
    let mut rng = rng(11);
    for _ in 0..300 {
        let mut game = PentagoSwap::default();
        while game.outcome().is_none() {
            let successors = plain::successors(&plain_board(&game), mover(&game));
            let moves = game.move_list();
            assert_eq!(moves.len(), successors.len());
            for (&mv, (text, board)) in moves.iter().zip(&successors) {
                let child = game.after(mv);
                assert_eq!(&game.move_text(mv), text);
                assert_eq!(&plain_board(&child), board);
                assert_eq!(child.outcome().map(|outcome| outcome.to_string()).as_deref(), plain::outcome(board));
            }
            game.play(moves[below(&mut rng, moves.len() as u32) as usize]);
        }
    }
}

#[test]
fn distinct_moves_reach_every_successor_once_and_are_the_first_to() {
    let mut rng = rng(12);
    for _ in 0..3000 {
        let game = random_position(&mut rng, 12);
        let mut reached: HashSet<[u64; 2]> = HashSet::new();
        let mut first = Vec::new();
        game.legal_moves(|mv| {
            let child = game.after(mv);
            if reached.insert([child.own_stones(), child.other_stones()]) {
                first.push(mv);
            }
        });
        let mut ours = Vec::new();
        game.distinct_moves(|mv| ours.push(mv));
        assert_eq!(ours, first, "{}", game.position_text());
    }
}

#[test]
fn few_first_moves_are_distinct() {
    let count = |game: PentagoSwap| {
        let mut count = 0;
        game.distinct_moves(|_| count += 1);
        count
    };
    assert_eq!(count(PentagoSwap::default()), 36);
    assert_eq!(count(after("1,1,TL-TR")), 140);
    assert_eq!(count(read("wwwww.bbbb.......................... b")), 0);
}

#[test]
fn winning_moves_are_those_that_win() {
    let mut rng = rng(13);
    let mut won = 0;
    for _ in 0..4000 {
        let game = random_position(&mut rng, 35);
        let wins = |mv: &Move| game.after(*mv).outcome() == Some(Outcome::Win(game.to_move()));
        let expected: HashSet<Move> = game.move_list().into_iter().filter(wins).collect();
        let mut ours = Vec::new();
        game.winning_moves(|mv| ours.push(mv));
        assert_eq!(ours.len(), expected.len(), "{}", game.position_text());
        assert_eq!(ours.into_iter().collect::<HashSet<_>>(), expected, "{}", game.position_text());
        won += expected.len();
    }
    assert!(won > 1000);
    read("wwwwwwbbbbb......................... b").winning_moves(|_| panic!("the game is over"));
}

/// Every board of up to `stones` stones reached from the start, level by level.
fn levels(stones: usize) -> Vec<Vec<PentagoSwap>> {
    let mut levels = vec![vec![PentagoSwap::default()]];
    for ply in 0..stones {
        let mut next: HashMap<[u64; 2], PentagoSwap> = HashMap::new();
        for game in &levels[ply] {
            game.distinct_moves(|mv| {
                let child = game.after(mv);
                next.insert([child.own_stones(), child.other_stones()], child);
            });
        }
        levels.push(next.into_values().collect());
    }
    levels
}

/// The quadrants' contents, whatever their places.
fn unplaced(game: &PentagoSwap) -> [(usize, usize); 4] {
    let (own, other) = (game.own_stones(), game.other_stones());
    let mut tiles = std::array::from_fn(|quadrant| (board::tile(own, quadrant), board::tile(other, quadrant)));
    tiles.sort_unstable();
    tiles
}

#[test]
fn the_first_plies_have_as_many_states_as_counted_elsewhere() {
    let counts = &data(GAME)["state_counts_by_ply"];
    for (ply, level) in levels(4).iter().enumerate() {
        let count = |key: &str| counts[key][ply].as_u64().unwrap() as usize;
        assert_eq!(level.len(), count("raw"), "ply {ply}");
        let keys: HashSet<u64> = level.iter().map(Hashed::key).collect();
        assert_eq!(keys.len(), level.len(), "keys of ply {ply}");
        let canonical: HashSet<u64> = level.iter().map(|game| game.canonical().0.key()).collect();
        assert_eq!(canonical.len(), count("d4"), "ply {ply}");
        let contents: HashSet<_> = level.iter().map(unplaced).collect();
        assert_eq!(contents.len(), count("s4"), "ply {ply}");
        let images = |game: &PentagoSwap| (0..8).map(|symmetry| unplaced(&game.transformed(symmetry))).min();
        let contents: HashSet<_> = level.iter().map(images).collect();
        assert_eq!(contents.len(), count("s4xd4"), "ply {ply}");
    }
}

#[test]
fn random_play_gives_the_known_shares() {
    const GAMES: usize = 100_000;
    let known = &data(GAME)["random_play"];
    let mut rng = rng(2019);
    let (mut shares, mut plies) = ([0usize; 3], 0);
    for _ in 0..GAMES {
        let (outcome, length) = playout(PentagoSwap::default(), &mut rng);
        shares[outcome.winner().map_or(2, Player::index)] += 1;
        plies += length;
    }
    // Four standard deviations: at most sqrt(1/4 / 100 000) for a share, about 6 plies / sqrt(100 000) for the length.
    for (share, key) in shares.iter().zip(["white", "black", "draw"]) {
        let share = *share as f64 / GAMES as f64;
        assert!((share - known[key].as_f64().unwrap()).abs() < 0.0064, "{key}: {share}");
    }
    let mean = plies as f64 / GAMES as f64;
    assert!((mean - known["avg_plies"].as_f64().unwrap()).abs() < 0.08, "{mean} plies");
}

#[test]
fn fives_on_a_set_up_board_end_the_game() {
    let outcome = |text: &str| read(text).outcome();
    assert_eq!(outcome("wwwww.bbbb.......................... b"), Some(Outcome::Win(Player::First)));
    assert_eq!(outcome("wwww.w.....bbbbb.................... w"), None);
    assert_eq!(outcome("wwww.w......bbbbb................... w"), Some(Outcome::Win(Player::Second)));
    assert_eq!(outcome("wwwww.bbbbb......................... w"), Some(Outcome::Draw));
    assert_eq!(outcome("wwwwwwbbbbb......................... b"), Some(Outcome::Draw));
}

#[test]
fn the_winning_line_is_the_first_of_the_mover() {
    let line = |text: &str| read(text).winning_line();
    let row = |row: usize, start: usize| Some((start..start + 5).map(|column| (row, column)).collect());
    assert_eq!(line("wwwwwwbb.b.b.....b.................. b"), row(0, 0));
    assert_eq!(line(".wwwwwbb.b.......b.................. b"), row(0, 1));
    assert_eq!(line("wwwwwwbbbbb......................... b"), row(0, 0));
    assert_eq!(line("wwwww.bbbbb......................... w"), row(1, 0));
    assert_eq!(line("w.....bw....b.w...b..w..b...w....... b"), Some((0..5).map(|i| (i, i)).collect()));
    assert_eq!(line("..w..w...wb..w.b....b....b....b...w. w"), Some((1..6).map(|i| (i, 5 - i)).collect()));
    assert_eq!(line(&PentagoSwap::default().position_text()), None);
}

#[test]
fn keys_tell_the_side_to_move() {
    let game = read("wb.................................. w");
    assert_ne!(game.key(), read("bw.................................. w").key());
    assert_ne!(game.key(), read("wbw................................. b").key());
}

#[test]
fn stones_come_as_lanes() {
    let game = after("0,0,TL-BR 1,1,TL-TR");
    assert_eq!(game.stones(Player::First), 1 << board::bit_of(3, 3));
    assert_eq!(game.stones(Player::Second), 1 << board::bit_of(1, 4));
    assert_eq!(game.ply(), Some(2));
    assert_eq!(PentagoSwap::from_stones(game.own_stones(), game.other_stones()), Some(game));
    assert_eq!(PentagoSwap::from_stones(1, 1), None);
    assert_eq!(PentagoSwap::from_stones(0, 1), None);
    assert_eq!(PentagoSwap::from_stones(1 << 9, 0), None);
    assert_eq!(PentagoSwap::from_stones(u64::MAX, u64::MAX), None);
    assert_eq!(game.move_index(Move::new(2, 5, Swap::TrBl)), 17 * 6 + 3);
    assert!(size_of::<PentagoSwap>() <= 24 && size_of::<Move>() == 2);
}

#[test]
fn wrong_moves_are_refused_with_a_reason() {
    let said = |text: &str| {
        let error = play_texts(&mut after("0,0,TL-BR"), text).unwrap_err().to_string();
        let (_, reason) = error.split_once("): ").unwrap();
        reason.split("; legal").next().unwrap().to_owned()
    };
    assert_eq!(said("3,3,TL-TR"), "3,3 holds a white stone");
    assert_eq!(said("0,0,TL-TR 0,3,TL-BL"), "0,3 holds a black stone");
    assert_eq!(said("6,0,TL-TR"), "row: expected a number from 0 to 5, got '6'");
    assert_eq!(said("0,-1,TL-TR"), "column: expected a number from 0 to 5, got '-1'");
    assert_eq!(said("00,1,TL-TR"), "row: expected a number from 0 to 5, got '00'");
    assert_eq!(said("0,0"), "expected ROW,COLUMN,SWAP such as '2,5,TR-BL', got '0,0'");
    assert_eq!(said("0,0,TL-TR,"), "expected ROW,COLUMN,SWAP such as '2,5,TR-BL', got '0,0,TL-TR,'");
    assert_eq!(said("0,0,BR-TL"), "swap: expected the order TL TR BL BR: TL-BR, got 'BR-TL'");
    assert_eq!(said("0,0,TL-TL"), "swap: expected one of TL-TR TL-BL TL-BR TR-BL TR-BR BL-BR, got 'TL-TL'");
    let over = look(GAME, Some("wwwww.bbbb.......................... b"), "5,5,TL-TR", 0).err().unwrap();
    assert_eq!(over.to_string(), "move 1 ('5,5,TL-TR'): the game is over");
}

#[test]
fn wrong_positions_are_refused_with_a_reason() {
    let said = |text: &str| PentagoSwap::default().parse_position(text).unwrap_err().to_string();
    let form = "expected 36 characters of w, b and '.', a space, and w or b, got";
    assert_eq!(said(""), format!("{form} ''"));
    assert_eq!(said("w"), format!("{form} 'w'"));
    assert_eq!(said("w.. b"), "board: expected 36 cells, got '3 cells'");
    assert_eq!(said(&format!(".......x{} w", ".".repeat(28))), "cell 1,1: expected w, b or '.', got 'x'");
    assert_eq!(said(&format!("{} b", ".".repeat(36))), "turn: expected w (0 white and 0 black stones), got 'b'");
    assert_eq!(said(&format!("w{} w", ".".repeat(35))), "turn: expected b (1 white and 0 black stones), got 'w'");
    assert_eq!(said(&format!("{}  w", ".".repeat(36))), "turn: expected w (0 white and 0 black stones), got ' w'");
    assert_eq!(
        said(&format!("ww{} w", ".".repeat(34))),
        "expected as many white as black stones or one more, got 2 white and 0 black"
    );
    assert_eq!(
        said(&format!("b{} w", ".".repeat(35))),
        "expected as many white as black stones or one more, got 0 white and 1 black"
    );
}

#[test]
fn the_game_has_no_options() {
    assert_eq!(spec_error("pentago-swap:size=8"), "pentago-swap has no option 'size'; options: none");
}

proptest! {
    #[test]
    fn what_is_read_prints_back_identically(text in "([wb.]{34,38}|\\PC{0,40})[ wb]{0,3}", mv in "[0-9,]{0,6}[TLBR,-]{0,6}\\PC?") {
        let game = PentagoSwap::default();
        if let Ok(read) = game.parse_position(&text) {
            prop_assert_eq!(read.position_text(), text);
        }
        if let Ok(read) = game.parse_move(&mv) {
            prop_assert_eq!(game.move_text(read), mv);
        }
    }
}

fn drawing(game: &PentagoSwap, unicode: bool, last: Option<&str>) -> String {
    let last = last.map(|text| game.parse_move(text).unwrap());
    game.draw(View { unicode, last }).plain()
}

#[test]
fn the_empty_board_is_drawn_with_its_quadrants_apart() {
    let expected = "
    0  1  2     3  4  5
  ┌TL───────┐ ┌───────TR┐
0 │ ·  ·  · │ │ ·  ·  · │
1 │ ·  ·  · │ │ ·  ·  · │
2 │ ·  ·  · │ │ ·  ·  · │
  └─────────┘ └─────────┘
  ┌─────────┐ ┌─────────┐
3 │ ·  ·  · │ │ ·  ·  · │
4 │ ·  ·  · │ │ ·  ·  · │
5 │ ·  ·  · │ │ ·  ·  · │
  └BL───────┘ └───────BR┘
  ● white   ○ black
";
    assert_eq!(drawing(&PentagoSwap::default(), true, None), expected[1..]);
}

#[test]
fn the_last_stone_is_marked_where_the_swap_took_it() {
    let expected = "
    0  1  2     3  4  5
  #TL=======# +-------TR+
0 # w  .  . # | .  .  . |
1 # .  .  . # | .  b  . |
2 # .  .  . # | .  .  . |
  #=========# +---------+
  +---------+ #=========#
3 | .  .  . | # .  .  . #
4 | .  .  . | # . (w) . #
5 | .  .  . | # .  .  . #
  +BL-------+ #=======BR#
  w white   b black   ( ) last: 1,1,TL-BR
";
    let game = after("0,0,TL-BR 1,1,TL-TR 1,1,TL-BR");
    assert_eq!(drawing(&game, false, Some("1,1,TL-BR")), expected[1..]);
}

#[test]
fn fives_of_both_are_marked() {
    let expected = "
    0  1  2     3  4  5
  ┏TL━━━━━━━┓ ┌───────TR┐
0 ┃ · [○][○]┃ │[○][○][○]│
1 ┃ ·  ·  · ┃ │ ●  ·  · │
2 ┃ ·  ·  ○ ┃ │ ·  ●  ● │
  ┗━━━━━━━━━┛ └─────────┘
  ┌─────────┐ ┏━━━━━━━━━┓
3 │ · [●][●]│ ┃[●][●]{●}┃
4 │ ·  ·  · │ ┃ ·  ·  · ┃
5 │ ·  ○  · │ ┃ ·  ·  · ┃
  └BL───────┘ ┗━━━━━━━BR┛
  ● white   ○ black   { } last: 0,2,TL-BR   [ ] five
";
    let game = read(".bbbbb...w....b.ww.wwwww.......b.... b");
    assert_eq!(drawing(&game, true, Some("0,2,TL-BR")), expected[1..]);
    assert_eq!(game.winning_line(), Some((1..6).map(|column| (3, column)).collect()));
}
