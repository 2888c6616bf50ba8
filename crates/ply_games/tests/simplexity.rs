//! Simplexity against the original's figures, against a plain board, and against nonsense.

use ply_game::{Drawn, Game, Notation, Outcome, Player, Sampled, Symmetric, View, harmless_line, play_texts, rng};
use ply_games::Family as _;
use ply_games::simplexity::{Bits, Family, Geometry, Move, Shape, Simplexity, Wide};

const SMALL: &str = "simplexity:rows=4,cols=4,win=3,round=4,square=4";

#[test]
fn perft_is_the_originals() {
    crate::common::perft_agrees(&crate::common::data("simplexity"));
}

#[test]
fn games_end_as_in_the_original() {
    let data = crate::common::data("simplexity");
    assert_eq!(crate::common::entries(&data, "games").len() + crate::common::entries(&data, "edge_cases").len(), 23);
    crate::common::games_agree(&data, "games");
    crate::common::games_agree(&data, "edge_cases");
}

#[test]
fn the_contract_holds_at_every_size() {
    for (spec, games) in [
        ("simplexity", 40),
        ("simplexity:rows=1,cols=1,win=1", 10),
        ("simplexity:rows=1,cols=4", 20),
        ("simplexity:rows=4,cols=1", 20),
        ("simplexity:rows=2,cols=3,win=3", 40),
        ("simplexity:rows=3,cols=4,win=3,round=1,square=2", 40),
        ("simplexity:rows=4,cols=5,win=2,round=3,square=7", 40),
        (SMALL, 40),
        ("simplexity:rows=5,cols=5,round=0,square=6", 20),
        ("simplexity:rows=5,cols=5,round=1,square=0", 20),
        ("simplexity:rows=5,cols=5,round=0,square=0", 1),
        ("simplexity:rows=5,cols=5,round=65535,square=65535", 20),
        ("simplexity:rows=63,cols=1,win=63,round=40,square=40", 3),
        ("simplexity:rows=64,cols=1", 10),
        ("simplexity:rows=1,cols=64", 10),
        ("simplexity:rows=64,cols=23,win=30", 1),
        ("simplexity:rows=23,cols=64,win=5", 2),
        ("simplexity:rows=8,cols=13", 20),
        ("simplexity:rows=12,cols=12,win=6,round=35,square=37", 10),
        ("simplexity:rows=9,cols=37,win=5,round=83,square=84", 4),
        ("simplexity:rows=18,cols=22,win=9,round=99,square=99", 3),
        ("simplexity:rows=27,cols=35,win=14,round=236,square=237", 1),
        ("simplexity:rows=33,cols=42,win=20,round=400,square=500", 1),
    ] {
        crate::common::contract_holds(spec, games);
    }
}

/// The rules on a board of letters, as the original goes through them.
struct Plain {
    /// Row 0 is the bottom; `.` is empty.
    cells: Vec<Vec<char>>,
    win: usize,
    /// By player and shape.
    left: [[u16; 2]; 2],
    ply: usize,
}

impl Plain {
    fn new(geometry: &Geometry, pieces: [u16; 2]) -> Self {
        let cells = vec![vec!['.'; geometry.cols()]; geometry.rows()];
        Self { cells, win: geometry.win(), left: [pieces, pieces], ply: 0 }
    }

    fn play(&mut self, mv: Move) {
        let player = self.ply % 2;
        let row = self.cells.iter().position(|row| row[mv.column()] == '.').expect("an open column");
        self.cells[row][mv.column()] = [['w', 'W'], ['r', 'R']][player][mv.shape() as usize];
        self.left[player][mv.shape() as usize] -= 1;
        self.ply += 1;
    }

    fn has_line(&self, letters: &str) -> bool {
        let (rows, cols) = (self.cells.len() as isize, self.cells[0].len() as isize);
        let belongs = |row: isize, col: isize| {
            (0..rows).contains(&row)
                && (0..cols).contains(&col)
                && letters.contains(self.cells[row as usize][col as usize])
        };
        (0..rows).any(|row| {
            (0..cols).any(|col| {
                [(0, 1), (1, 0), (1, 1), (1, -1)]
                    .iter()
                    .any(|(up, right)| (0..self.win as isize).all(|i| belongs(row + i * up, col + i * right)))
            })
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        for (letters, winner) in
            [("wr", Player::First), ("WR", Player::Second), ("wW", Player::First), ("rR", Player::Second)]
        {
            if self.has_line(letters) {
                return Some(Outcome::Win(winner));
            }
        }
        let full = self.cells.iter().flatten().all(|cell| *cell != '.');
        let used_up = self.left.iter().flatten().all(|left| *left == 0);
        (full || used_up).then_some(Outcome::Draw)
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for column in 0..self.cells[0].len() {
            for shape in Shape::BOTH {
                let open = self.cells.iter().any(|row| row[column] == '.');
                if self.outcome().is_none() && open && self.left[self.ply % 2][shape as usize] > 0 {
                    moves.push(Move::new(shape, column));
                }
            }
        }
        moves
    }
}

fn games_agree_with_the_plain_board<W: Bits>(size: [usize; 3], pieces: [u16; 2], games: u64) {
    let geometry = Geometry::of(size[0], size[1], size[2]);
    for seed in 0..games {
        let mut rng = rng(seed);
        let mut fast = Simplexity::<W>::new(geometry, pieces[0], pieces[1]);
        let mut plain = Plain::new(geometry, pieces);
        loop {
            let here = fast.position_text();
            assert_eq!(fast.outcome(), plain.outcome(), "{here}");
            assert_eq!(fast.move_list(), plain.moves(), "{here}");
            for (player, shape) in Player::BOTH.iter().flat_map(|player| Shape::BOTH.map(|shape| (*player, shape))) {
                assert_eq!(fast.left(player, shape), plain.left[player.index()][shape as usize], "{here}");
            }
            if fast.outcome().is_some() {
                break;
            }
            let mv = fast.random_move(&mut rng);
            fast.play(mv);
            plain.play(mv);
        }
    }
}

#[test]
fn every_word_plays_like_the_plain_board() {
    for (size, pieces) in [([6, 7, 4], [10, 11]), ([2, 3, 3], [1, 2]), ([4, 5, 2], [3, 7]), ([6, 6, 5], [9, 9])] {
        games_agree_with_the_plain_board::<u64>(size, pieces, 60);
        games_agree_with_the_plain_board::<u128>(size, pieces, 60);
        games_agree_with_the_plain_board::<Wide<1>>(size, pieces, 60);
        games_agree_with_the_plain_board::<Wide<8>>(size, pieces, 60);
    }
    for (size, pieces) in [([8, 13, 4], [26, 26]), ([30, 4, 3], [30, 30]), ([3, 32, 7], [24, 24])] {
        games_agree_with_the_plain_board::<u128>(size, pieces, 30);
        games_agree_with_the_plain_board::<Wide<2>>(size, pieces, 30);
        games_agree_with_the_plain_board::<Wide<24>>(size, pieces, 30);
    }
    games_agree_with_the_plain_board::<Wide<4>>([12, 12, 6], [35, 37], 20);
    games_agree_with_the_plain_board::<Wide<8>>([12, 12, 6], [35, 37], 20);
    games_agree_with_the_plain_board::<Wide<24>>([12, 12, 6], [35, 37], 20);
    games_agree_with_the_plain_board::<Wide<8>>([9, 37, 5], [83, 84], 10);
    games_agree_with_the_plain_board::<Wide<24>>([64, 10, 4], [200, 200], 3);
}

/// Boards of one kind of piece but for a few: long runs at every place and in every direction.
#[test]
fn lines_end_exactly_at_the_edges() {
    fn at<W: Bits>(rows: usize, cols: usize, win: usize) {
        games_agree_with_the_plain_board::<W>([rows, cols, win], [0, 500], 2);
        games_agree_with_the_plain_board::<W>([rows, cols, win], [2, 500], 4);
    }
    for win in [1, 2, 3, 5, 7, 8] {
        at::<u64>(7, 8, win);
        at::<u128>(7, 8, win);
        at::<u128>(8, 14, win);
        at::<Wide<2>>(8, 14, win);
        at::<Wide<4>>(11, 20, win);
        at::<Wide<8>>(11, 20, win);
        at::<Wide<24>>(11, 20, win);
    }
    at::<u64>(1, 32, 30);
    at::<u64>(31, 2, 31);
    at::<u64>(63, 1, 60);
    at::<u128>(63, 2, 62);
    at::<u128>(1, 64, 64);
    at::<Wide<2>>(63, 2, 62);
    at::<Wide<2>>(40, 3, 3);
    at::<Wide<4>>(50, 4, 4);
    at::<Wide<8>>(40, 8, 8);
    at::<Wide<24>>(64, 3, 64);
    at::<Wide<24>>(3, 64, 40);
}

#[test]
fn a_set_up_board_is_judged_shape_before_colour_and_white_before_red() {
    let outcome = |position: &str| {
        let seen =
            crate::common::look("simplexity:rows=2,cols=8,win=4,round=9,square=9", Some(position), "", 0).unwrap();
        (seen.outcome.unwrap_or_default(), seen.line.unwrap_or_default())
    };
    let bottom = |from: usize| (from..from + 4).map(|col| (0, col)).collect::<Vec<_>>();
    // A square line of both colours and, further left, a white line of both shapes.
    assert_eq!(outcome("8/wWwWRRRr w"), ("second".into(), bottom(3)));
    // Round and square lines: round is looked for first.
    assert_eq!(outcome("8/WRWRrwrw w"), ("first".into(), bottom(4)));
    // White and red lines, no line of a shape.
    assert_eq!(outcome("8/rRRrwWWw w"), ("first".into(), bottom(4)));
    // A line longer than needed: its first cells.
    assert_eq!(outcome("8/2wrwrwr w"), ("first".into(), bottom(2)));
    assert_eq!(outcome("8/8 w"), (String::new(), vec![]));
}

#[test]
fn a_set_up_board_without_room_or_pieces_is_drawn() {
    let outcome = |spec: &str, position: &str| crate::common::look(spec, Some(position), "", 0).unwrap().outcome;
    assert_eq!(outcome("simplexity:rows=2,cols=2,win=2,round=9,square=9", "Rw/wR w").as_deref(), Some("first"));
    assert_eq!(outcome("simplexity:rows=1,cols=4,win=4,round=9,square=9", "wRWr w").as_deref(), Some("draw"));
    assert_eq!(outcome("simplexity:rows=1,cols=4,win=4,round=1,square=0", "wr2 w").as_deref(), Some("draw"));
    assert_eq!(outcome("simplexity:rows=5,cols=5,round=0,square=0", "5/5/5/5/5 w").as_deref(), Some("draw"));
}

#[test]
fn the_size_comes_from_the_position() {
    let seen = crate::common::look("simplexity:win=3", Some("3w/3R/1wRw r"), "s0", 0).unwrap();
    assert_eq!(seen.position, "3w/3R/RwRw w");
    let seen = crate::common::look("simplexity", Some("42/42/42/20w21 r"), "", 0).unwrap();
    assert_eq!(seen.moves.len(), 84);
    assert_eq!(Family::infer("99999999999999999999999/7 w")[1], ("cols", usize::MAX.to_string()));
    for text in ["", " ", "w", "-", "x/7 w", "/7 w", "0/0 w", "é", "\0"] {
        let known = if text == "w" { vec![("rows", "1".to_owned()), ("cols", "1".to_owned())] } else { Vec::new() };
        assert_eq!(Family::infer(text), known, "{text}");
    }
}

#[test]
fn a_game_set_up_in_the_middle_goes_on_as_it_would_have() {
    let mut played = Simplexity::<u64>::default();
    play_texts(&mut played, "o3 s3 s2 o2 o2").unwrap();
    assert_eq!(played.position_text(), "7/7/7/2w4/2rR3/2Ww3 r");
    let set_up = Simplexity::<u64>::default().parse_position("7/7/7/2w4/2rR3/2Ww3 r").unwrap();
    assert_eq!(set_up, played);
    assert_eq!((set_up.left(Player::First, Shape::Round), set_up.left(Player::Second, Shape::Square)), (8, 10));
    assert_eq!((set_up.landing_row(2), set_up.landing_row(0), set_up.ply()), (Some(3), Some(0), Some(5)));
    assert_eq!(set_up.piece(1, 3), Some((Player::Second, Shape::Square)));
    assert_eq!(set_up.colour(Player::First).count() + set_up.colour(Player::Second).count(), 5);
    assert_eq!((set_up.shape(Shape::Round).count(), set_up.total(Shape::Square)), (3, 11));
}

#[test]
fn the_mirror_image_is_the_image() {
    let start = Simplexity::<u64>::default();
    let game = start.parse_position("7/7/7/7/R6/Ww5 r").unwrap();
    assert_eq!(game.transformed(1).position_text(), "7/7/7/7/6R/5wW r");
}

#[test]
fn wrong_moves_are_refused_with_the_reason() {
    let said = |spec: &str, moves: &str| crate::common::look(spec, None, moves, 0).err().expect("refused").to_string();
    let legal = "legal: o0 s0 o1 s1 o2 s2 o3 s3 o4 s4 o5 s5 ... (14 in all)";
    for text in ["x3", "o", "3", "o7", "o-1", "o03", "o+3", "O3", "é", "\0", "o99999999999999999999"] {
        let shown = harmless_line(text, 40);
        let expected = format!("expected o or s and a column from 0 to 6, such as o0, got '{shown}'");
        assert_eq!(said("simplexity", text), format!("move 1 ('{shown}'): {expected}; {legal}"));
    }
    assert_eq!(said(SMALL, "o0 s0 s0 o0 o0"), "move 5 ('o0'): column 0 is full; legal: o1 s1 o2 s2 o3 s3");
    let few = "simplexity:rows=4,cols=4,win=4,round=1,square=3";
    assert_eq!(said(few, "o0 s0 o1"), "move 3 ('o1'): white has no round pieces left; legal: s0 s1 s2 s3");
    assert_eq!(said(few, "s0 o0 s1 o0"), "move 4 ('o0'): red has no round pieces left; legal: s0 s1 s2 s3");
    assert_eq!(said("simplexity:rows=1,cols=1,win=1", "s0 s0"), "move 2 ('s0'): the game is over");
    let game = Simplexity::<u64>::default();
    assert!(game.parse_move("o3 ").is_err() && game.parse_move("").is_err());
    let error = game.check_move(Move::new(Shape::Round, 9)).unwrap_err();
    assert_eq!(error.to_string(), "no column 9: there are 7");
}

#[test]
fn wrong_positions_are_refused_with_the_place() {
    let start = Simplexity::<u64>::new(Geometry::of(3, 4, 3), 2, 2);
    let said = |text: &str| match start.parse_position(text) {
        Ok(read) => panic!("'{text}' was read as {}", read.position_text()),
        Err(error) => error.to_string(),
    };
    for text in ["", "4/4/4", "4/4/4 W", "4/4/4  w", "4/4/4 w ", "4/4/4 w r", "4/4/4\tw", " 4/4/4 w", "\0"] {
        let shown = harmless_line(text, 40);
        assert_eq!(said(text), format!("expected rows joined by '/', a space, and w or r to move, got '{shown}'"));
    }
    assert_eq!(said(" w"), "expected 3 rows joined by '/', got '1'");
    assert_eq!(said("4/4 w"), "expected 3 rows joined by '/', got '2'");
    assert_eq!(said("4/4/4/4 w"), "expected 3 rows joined by '/', got '4'");
    assert_eq!(said("4/4/3 w"), "row 0: expected 4 cells, got '3'");
    assert_eq!(said("4/wrwrw/4 w"), "row 1, column 0: the piece has none below it");
    assert_eq!(said("4/4/wrwrw w"), "row 0: expected 4 cells, got 'wrwrw'");
    assert_eq!(said("4/4/ w"), "row 0: expected 4 cells, got ''");
    assert_eq!(said("4/4/99999999999999999999999w w"), "row 0: expected 4 cells, got '99999999999999999999999w'");
    assert_eq!(said("4/4/18446744073709551615ww w"), "row 0: expected 4 cells, got '18446744073709551615ww'");
    for (row, got) in [("04", "04"), ("w0r2", "0"), ("w1é1", "é"), ("w1\0r", "\0"), ("w1-1", "-")] {
        let column = row.find(got).map_or(0, |at| row[..at].chars().count());
        let (wanted, got) = ("w, W, r, R or a number of empty cells", harmless_line(got, 40));
        assert_eq!(said(&format!("4/4/{row} w")), format!("row 0, column {column}: expected {wanted}, got '{got}'"));
    }
    assert_eq!(said("4/4/wwwr r"), "expected at most 2 white round pieces, got '3'");
    assert_eq!(said("4/1rRR/wWRw w"), "expected at most 2 red square pieces, got '3'");
    assert_eq!(said("4/4/wW2 w"), "expected as many white as red pieces, or one more, got '2 white and 0 red'");
    assert_eq!(said("4/4/r3 w"), "expected as many white as red pieces, or one more, got '0 white and 1 red'");
    assert_eq!(said("4/4/w3 w"), "expected turn r after 1 white and 0 red pieces, got 'w'");
    assert_eq!(said("4/w3/1r2 w"), "row 1, column 0: the piece has none below it");
}

#[test]
fn wrong_options_are_refused_with_what_they_may_be() {
    let said = crate::common::spec_error;
    assert_eq!(said("simplexity:rows=0"), "simplexity: rows must be a whole number from 1 to 64, got '0'");
    assert_eq!(said("simplexity:cols=65"), "simplexity: cols must be a whole number from 1 to 64, got '65'");
    assert_eq!(said("simplexity:win=0"), "simplexity: win must be a whole number from 1 to 64, got '0'");
    assert_eq!(said("simplexity:round=-1"), "simplexity: round must be a whole number from 0 to 65535, got '-1'");
    assert_eq!(
        said("simplexity:square=65536"),
        "simplexity: square must be a whole number from 0 to 65535, got '65536'"
    );
    let no_room = "simplexity: a board of 3 rows and 3 cols has no room for win=4";
    assert_eq!(said("simplexity:rows=3,cols=3"), no_room);
    let too_large =
        "simplexity: a board of 64 rows and 24 cols is too large: (rows + 1) * cols may be at most 1536, got 1560";
    assert_eq!(said("simplexity:rows=64,cols=24"), too_large);
}

fn drawn(spec: [usize; 3], moves: &str, unicode: bool) -> String {
    let geometry = Geometry::of(spec[0], spec[1], spec[2]);
    let mut game = Simplexity::<u128>::new(geometry, 10, 11);
    let last = play_texts(&mut game, moves).unwrap().last().copied();
    game.draw(View { unicode, last }).plain()
}

#[test]
fn the_last_move_is_in_brackets() {
    let expected = "
 5 │ · · · · · · · │
 4 │ · · · · · · · │
 3 │ · · · · · · · │
 2 │ · ·[○]· · · · │
 1 │ · · ● ■ · · · │
 0 │ · · □ ○ · · · │
   └───────────────┘
     0 1 2 3 4 5 6
    left:  white ○ 8 □ 10  red ● 9 ■ 10
";
    assert_eq!(drawn([6, 7, 4], "o3 s3 s2 o2 o2", true), expected[1..]);
}

#[test]
fn the_winning_line_is_in_parentheses() {
    let horizontal = "
 5 | . . . . . . . |
 4 | . . . . . . . |
 3 | . W . . . . . |
 2 | . R . . . . . |
 1 | R W . . r r . |
 0 | W r(w[w]W-w)R |
   +---------------+
     0 1 2 3 4 5 6
    left:  white w 7 W 7  red r 7 R 8
    line of white pieces
";
    assert_eq!(drawn([6, 7, 4], "s0 o1 o5 o5 s1 s1 s4 s6 o2 s0 s1 o4 o3", false), horizontal[1..]);
    let vertical = "
 2 │[●]· · · · · · · · · · · │
 1 │(○)· · · · · · · · · · · │
 0 │(●)· · · · · · · · · · □ │
   └─────────────────────────┘
                         1 1
     0 1 2 3 4 5 6 7 8 9 0 1
    left:  white ○ 9 □ 10  red ● 8 ■ 11
    line of round pieces
";
    assert_eq!(drawn([3, 12, 3], "s11 o0 o0 o0", true), vertical[1..]);
}

#[test]
fn an_empty_board_can_be_drawn_whatever_the_last_move() {
    let start = Simplexity::<u64>::default();
    let drawing = start.draw(View { unicode: false, last: Some(Move::new(Shape::Round, 3)) });
    assert!(!drawing.plain().contains('['));
    assert!(drawing.coloured().contains("\u{1b}["));
}
