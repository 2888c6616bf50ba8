//! Colosseum Survival! against the figures of the original program, and against plain versions of every fast path.

use std::collections::{HashMap, VecDeque};

use crate::common::{contract_holds, data, entries, look, spec_error};
use ply_game::{
    Drawn, Game, Hashed, Indexed, Notation, Outcome, Player, Sampled, Scored, Symmetric, View, play_texts, rng,
};
use ply_games::colosseum::{Bits, Colosseum, Ending, Side, Small, Wide};

fn position<B: Bits>(text: &str) -> Colosseum<B> {
    let size = text.split(' ').next().unwrap().parse().unwrap();
    Colosseum::start(size, 0).parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn positions_are_small() {
    assert_eq!((size_of::<Small>(), size_of::<Colosseum<Wide>>()), (24, 96));
}

#[test]
fn perft_agrees_with_the_original() {
    crate::common::perft_agrees(&data("colosseum"));
}

#[test]
fn legal_moves_agree_with_the_original() {
    crate::common::legal_moves_agree(&data("colosseum"));
}

#[test]
fn games_agree_with_the_original() {
    crate::common::games_agree(&data("colosseum"), "games");
}

/// Legal moves, scores and outcome of a position after some moves.
type Look = (Vec<String>, [i32; 2], Option<Outcome>);

/// Calls `check` with a function that plays moves from a position and looks, once for each bit set that holds it.
fn in_both(text: &str, mut check: impl FnMut(&dyn Fn(&str) -> Look)) {
    fn seen<B: Bits>(text: &str, moves: &str) -> Look {
        let mut game = position::<B>(text);
        play_texts(&mut game, moves).unwrap_or_else(|error| panic!("{text}: {error}"));
        let moves = game.move_list().into_iter().map(|mv| game.move_text(mv)).collect();
        (moves, game.scores().unwrap(), game.outcome())
    }
    check(&|moves| seen::<Wide>(text, moves));
    if text.split(' ').next().unwrap().parse::<usize>().unwrap() <= 8 {
        check(&|moves| seen::<u64>(text, moves));
    }
}

#[test]
fn every_position_of_a_game_has_as_many_moves_as_in_the_original() {
    for entry in entries(&data("colosseum"), "games") {
        let moves: Vec<&str> = entry["moves"].as_str().unwrap().split(' ').collect();
        let text = entry["position"].as_str().unwrap();
        in_both(text, |look| {
            for (ply, count) in entry["legal_counts"].as_array().unwrap().iter().enumerate() {
                assert_eq!(look(&moves[..ply].join(" ")).0.len() as u64, count.as_u64().unwrap(), "{text}, ply {ply}");
            }
        });
    }
}

#[test]
fn the_figures_of_the_report_end_as_it_says() {
    for entry in entries(&data("colosseum"), "report_figures") {
        let moves: Vec<&str> = entry["moves"].as_str().unwrap().split(' ').collect();
        let text = entry["position"].as_str().unwrap();
        in_both(text, |look| {
            for (ply, result) in entry["result"].as_array().unwrap().iter().enumerate() {
                let (_, scores, outcome) = look(&moves[..=ply].join(" "));
                assert_eq!(outcome.is_some(), result[1].as_bool().unwrap(), "{text}, ply {ply}");
                assert_eq!(scores.map(i64::from), [2, 3].map(|i| result[i].as_i64().unwrap()), "{text}, ply {ply}");
            }
        });
    }
}

#[test]
fn legal_moves_come_row_by_row_in_the_order_of_the_sides() {
    for entry in entries(&data("colosseum"), "legal") {
        let theirs: Vec<&str> =
            entry["legal_moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        in_both(entry["position"].as_str().unwrap(), |look| assert_eq!(look("").0, theirs));
    }
}

#[test]
fn scores_of_final_positions_add_up_as_in_the_original() {
    fn add(position: &Small, depth: usize, sums: &mut Vec<[i64; 2]>) {
        position.legal_moves(|mv| {
            let child = position.after(mv);
            let row = sums.len() - depth;
            if child.outcome().is_some() {
                let scores = child.scores().unwrap();
                (0..2).for_each(|player| sums[row][player] += i64::from(scores[player]));
            } else if depth > 1 {
                add(&child, depth - 1, sums);
            }
        });
    }
    for entry in entries(&data("colosseum"), "perft") {
        let text = entry["position"].as_str().unwrap();
        let rows = entry["depths"].as_array().unwrap();
        let depth = rows.iter().filter(|row| row["nodes"].as_u64().unwrap() < 400_000).count();
        if text.starts_with("10 ") || text.starts_with("12 ") {
            continue;
        }
        let mut sums = vec![[0; 2]; depth];
        add(&position(text), depth, &mut sums);
        for (ours, theirs) in sums.iter().zip(rows) {
            let theirs = ["sum_first_cells", "sum_second_cells"].map(|key| theirs[key].as_i64().unwrap());
            assert_eq!(*ours, theirs, "{text}");
        }
    }
}

/// Whether the mover can get at least `goal` (-1, 0 or 1), remembered by the key up to symmetry. Children with few
/// replies are tried first.
fn reaches(position: &Small, goal: i32, seen: &mut HashMap<(u64, i32), bool>) -> bool {
    let key = (position.canonical().0.key(), goal);
    if let Some(&known) = seen.get(&key) {
        return known;
    }
    let worth = |outcome: Outcome| match outcome.winner() {
        Some(winner) if winner == position.to_move() => 1,
        Some(_) => -1,
        None => 0,
    };
    let mut children: Vec<Small> = position.move_list().into_iter().map(|mv| position.after(mv)).collect();
    let mut found = children.iter().filter_map(Game::outcome).any(|outcome| worth(outcome) >= goal);
    if !found {
        children.retain(|child| child.outcome().is_none());
        children.sort_by_cached_key(|child| child.move_list().len());
        found = children.iter().any(|child| !reaches(child, 1 - goal, seen));
    }
    seen.insert(key, found);
    found
}

fn value(position: &Small) -> i32 {
    let mut seen = HashMap::new();
    match [1, 0].map(|goal| reaches(position, goal, &mut seen)) {
        [true, _] => 1,
        [false, true] => 0,
        [false, false] => -1,
    }
}

#[test]
fn small_boards_have_the_value_that_was_solved() {
    for entry in entries(&data("colosseum"), "solved") {
        let text = entry["position"].as_str().unwrap();
        assert_eq!(i64::from(value(&position(text))), entry["value_for_mover"].as_i64().unwrap(), "{text}");
    }
}

#[test]
fn the_contract_holds_at_every_size() {
    for size in 2..=16 {
        for seed in 0..4 {
            contract_holds(&format!("colosseum:size={size},seed={seed}"), if size <= 8 { 6 } else { 2 });
        }
    }
}

/// The rules in plain words: a wall flag for each side of each cell, and breadth-first search.
struct Plain {
    size: usize,
    walls: Vec<[bool; 4]>,
    cells: [usize; 2],
    to_move: usize,
}

impl Plain {
    fn of<B: Bits>(position: &Colosseum<B>) -> Self {
        let size = position.size();
        let number = |at: usize| position.cell(at).0 * size + position.cell(at).1;
        let mut plain =
            Self { size, walls: vec![[false; 4]; size * size], cells: [0; 2], to_move: position.to_move().index() };
        for index in 0..size {
            plain.walls[index][0] = true;
            plain.walls[index * size + size - 1][1] = true;
            plain.walls[(size - 1) * size + index][2] = true;
            plain.walls[index * size][3] = true;
        }
        let walls = position.walls();
        walls.right.each(|at| plain.build(number(at), 1));
        walls.down.each(|at| plain.build(number(at), 2));
        plain.cells = Player::BOTH.map(|player| number(position.at(player)));
        plain
    }

    fn beyond(&self, cell: usize, side: usize) -> usize {
        [cell.wrapping_sub(self.size), cell + 1, cell + self.size, cell.wrapping_sub(1)][side]
    }

    fn build(&mut self, cell: usize, side: usize) {
        let beyond = self.beyond(cell, side);
        self.walls[cell][side] = true;
        self.walls[beyond][(side + 2) % 4] = true;
    }

    /// Steps from a cell to every cell, past `barred` if that is a cell.
    fn distances(&self, from: usize, barred: Option<usize>) -> Vec<Option<usize>> {
        let mut steps = vec![None; self.size * self.size];
        let mut queue = VecDeque::from([from]);
        steps[from] = Some(0);
        while let Some(cell) = queue.pop_front() {
            for side in 0..4 {
                let beyond = self.beyond(cell, side);
                if !self.walls[cell][side] && Some(beyond) != barred && steps[beyond].is_none() {
                    steps[beyond] = steps[cell].map(|steps| steps + 1);
                    queue.push_back(beyond);
                }
            }
        }
        steps
    }

    fn region_sizes(&self) -> [i32; 2] {
        self.cells.map(|cell| self.distances(cell, None).iter().flatten().count() as i32)
    }

    fn is_over(&self) -> bool {
        self.distances(self.cells[0], None)[self.cells[1]].is_none()
    }

    fn reach(&self, player: usize) -> Vec<usize> {
        let steps = self.distances(self.cells[player], Some(self.cells[1 - player]));
        (0..steps.len()).filter(|&cell| steps[cell].is_some_and(|steps| steps <= self.size.div_ceil(2))).collect()
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let cells = if self.is_over() { Vec::new() } else { self.reach(self.to_move) };
        let sides = cells.into_iter().flat_map(|cell| (0..4).map(move |side| (cell, side)));
        sides.filter(|&(cell, side)| !self.walls[cell][side]).collect()
    }

    fn play(&mut self, (cell, side): (usize, usize)) {
        self.cells[self.to_move] = cell;
        self.build(cell, side);
        self.to_move = 1 - self.to_move;
    }
}

/// Calls `check` with every position of some random games of this size.
fn random_positions<B: Bits>(size: usize, games: u64, mut check: impl FnMut(&Colosseum<B>)) {
    for seed in 0..games {
        let mut rng = rng(seed);
        let mut game = Colosseum::<B>::start(size, seed);
        while game.outcome().is_none() {
            check(&game);
            let mv = game.random_move(&mut rng);
            game.play(mv);
        }
        check(&game);
    }
}

fn agrees_with_the_plain_rules<B: Bits>(size: usize, games: u64) {
    let number = |game: &Colosseum<B>, at: usize| game.cell(at).0 * size + game.cell(at).1;
    for seed in 0..games {
        let mut rng = rng(seed);
        let mut game = Colosseum::<B>::start(size, seed);
        let mut plain = Plain::of(&game);
        loop {
            let moves: Vec<(usize, usize)> =
                game.move_list().iter().map(|mv| (number(&game, mv.at.into()), mv.side as usize)).collect();
            assert_eq!(moves, plain.moves(), "{}", game.position_text());
            for player in Player::BOTH {
                let mut reach = Vec::new();
                game.reach(player).each(|at| reach.push(number(&game, at)));
                assert_eq!(reach, plain.reach(player.index()), "{}", game.position_text());
            }
            let [first, second] = plain.region_sizes();
            assert_eq!(game.scores(), Some([first, second]));
            let outcome = plain.is_over().then(|| Outcome::by_margin(first - second));
            assert_eq!(game.outcome(), outcome, "{}", game.position_text());
            if outcome.is_some() {
                break;
            }
            let mv = game.random_move(&mut rng);
            plain.play((number(&game, mv.at.into()), mv.side as usize));
            game.play(mv);
        }
    }
}

#[test]
fn random_games_agree_with_the_plain_rules() {
    for size in 2..=16 {
        agrees_with_the_plain_rules::<Wide>(size, 12);
        if size <= 8 {
            agrees_with_the_plain_rules::<u64>(size, 60);
        }
    }
}

fn endings_and_bridges_agree_with_playing<B: Bits>(size: usize, games: u64) {
    random_positions::<B>(size, games, |game| {
        let mut ours = Vec::new();
        game.endings(|ending| ours.push((ending, ending.outcome())));
        let played = game.move_list().into_iter().filter_map(|mv| {
            let child = game.after(mv);
            child.outcome().map(|outcome| (Ending { mv, scores: child.scores().unwrap() }, outcome))
        });
        assert_eq!(ours, played.collect::<Vec<_>>(), "{}", game.position_text());
        let win = Outcome::Win(game.to_move());
        let winning = ours.iter().find(|(_, outcome)| *outcome == win).map(|(ending, _)| ending.mv);
        assert_eq!(game.winning_move(), winning, "{}", game.position_text());
        let bridges = game.bridges();
        let (mover, other) = (game.to_move(), game.to_move().other());
        let home = game.home(other, bridges);
        for (ending, _) in &ours {
            let kept = game.after(ending.mv).region(other);
            assert_eq!(home & kept, home, "{}: {:?}", game.position_text(), ending.mv);
        }
        if game.outcome().is_none() && !bridges.is_empty() {
            let passed = game.passed();
            let beyond_home = passed.winning_move_beyond(passed.home(mover, bridges), bridges);
            assert_eq!(beyond_home, passed.winning_move(), "{}", passed.position_text());
        }
        for side in [Side::Right, Side::Down] {
            game.open().on(side).each(|at| {
                let beyond = at + if side == Side::Right { 1 } else { B::ROW };
                let cuts = !game.open().removed(at, side).region(at).has(beyond);
                assert_eq!(bridges.on(side).has(at), cuts, "{}: {at} {side:?}", game.position_text());
            });
        }
        assert_eq!(bridges.without(*game.open()).count(), 0, "{}", game.position_text());
    });
}

#[test]
fn endings_are_the_moves_that_end_the_game_and_bridges_the_edges_that_cut() {
    for size in 2..=16 {
        endings_and_bridges_agree_with_playing::<Wide>(size, 6);
        if size <= 8 {
            endings_and_bridges_agree_with_playing::<u64>(size, 60);
        }
    }
}

#[test]
fn random_moves_are_even_in_the_middle_of_a_game() {
    fn even<B: Bits>(text: &str) {
        let game = position::<B>(text);
        let moves = game.move_list();
        let mut seen = vec![0; game.move_slots()];
        let mut rng = rng(3);
        (0..1000 * moves.len()).for_each(|_| seen[game.move_index(game.random_move(&mut rng))] += 1);
        assert!(moves.iter().all(|&mv| (850..1150).contains(&seen[game.move_index(mv)])), "{text}: {seen:?}");
    }
    even::<u64>("5 a 2,3 2,1 0,0,r+0,1,r+1,2,r+2,1,d+2,2,d+2,3,r+3,0,r+3,1,d+4,0,r");
    even::<Wide>("10 a 3,3 6,3 0,3,r+1,2,d+1,5,d+2,3,d+2,6,d+3,2,r+3,3,r+3,5,r+4,4,r+4,4,d+5,3,d+5,4,r+6,3,d+6,4,r");
}

#[test]
fn different_positions_have_different_keys() {
    fn fill<B: Bits>(size: usize, seen: &mut HashMap<u64, String>) {
        random_positions::<B>(size, 4, |game| {
            game.legal_moves(|mv| {
                let child = game.after(mv);
                let text = child.position_text();
                let known = seen.entry(child.key()).or_insert_with(|| text.clone());
                assert_eq!(*known, text);
            });
        });
    }
    let mut seen = HashMap::new();
    (2..=8).for_each(|size| fill::<u64>(size, &mut seen));
    (9..=16).for_each(|size| fill::<Wide>(size, &mut seen));
    assert!(seen.len() > 30_000, "{}", seen.len());
}

#[test]
fn starts_are_symmetric_under_a_half_turn_with_the_walls_of_the_rules() {
    const HALF_TURN: usize = 3;
    fn check<B: Bits>(size: usize, seed: u64) {
        let start = Colosseum::<B>::start(size, seed);
        let text = start.position_text();
        assert_eq!(start.walls().count() as usize, 2 * (size / 2 - 1), "{text}");
        assert_eq!((start.to_move(), start.outcome()), (Player::First, None), "{text}");
        let turned = start.transformed(HALF_TURN);
        assert_eq!(turned.walls(), start.walls(), "{text}");
        assert_eq!(Player::BOTH.map(|player| turned.at(player.other())), Player::BOTH.map(|player| start.at(player)));
    }
    for size in 2..=16 {
        for seed in 0..200 {
            check::<Wide>(size, seed);
            if size <= 8 {
                check::<u64>(size, seed);
                let [small, large] = [
                    Colosseum::<u64>::start(size, seed).position_text(),
                    Colosseum::<Wide>::start(size, seed).position_text(),
                ];
                assert_eq!(small, large);
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_start_for_ever() {
    let start = |spec: &str| look(spec, None, "", 0).unwrap().position;
    assert_eq!(start("colosseum"), "8 a 2,3 5,4 1,0,r+2,3,r+2,5,d+4,2,d+5,3,r+6,6,r");
    assert_eq!(
        start("colosseum:size=12,seed=18446744073709551615"),
        "12 a 3,9 8,2 0,6,d+0,7,d+0,10,r+3,7,r+4,9,r+7,1,r+8,3,r+10,4,d+10,5,d+11,0,r"
    );
    assert_eq!(Small::default().position_text(), start("colosseum:size=8,seed=0"));
}

#[test]
fn a_set_up_position_with_the_players_apart_is_over() {
    let seen = look("colosseum", Some("3 b 0,0 2,2 0,0,r+0,0,d"), "", 0).unwrap();
    assert_eq!((seen.outcome.as_deref(), seen.scores, seen.moves.len()), (Some("second"), Some([1, 8]), 0));
    let error = look("colosseum", Some("3 b 0,0 2,2 0,0,r+0,0,d"), "2,2,u", 0).err().unwrap();
    assert_eq!(error.to_string(), "move 1 ('2,2,u'): the game is over");
}

#[test]
fn facts_of_small_boards() {
    assert_eq!(value(&position("3 a 0,0 2,2 -")), 1);
    assert_eq!(value(&position("4 a 0,1 3,2 -")), 0);
    let centre = position::<Wide>("12 a 5,5 11,11 -");
    assert_eq!(centre.move_list().len(), 324);
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let said = |mv: &str| {
        let whole = look("colosseum", Some("5 a 0,0 0,1 0,0,r+1,2,r+3,0,d+4,0,r"), mv, 0).err().expect(mv).to_string();
        let reason = whole.strip_prefix(&format!("move 1 ('{mv}'): ")).expect("the move is named");
        reason.split("; legal: ").next().unwrap().to_owned()
    };
    assert_eq!(said("0,0,u"), "the upper side of 0,0 is the border");
    assert_eq!(said("0,0,l"), "the left side of 0,0 is the border");
    assert_eq!(said("0,0,r"), "the right side of 0,0 already has a wall");
    assert_eq!(said("0,1,d"), "B stands on 0,1");
    assert_eq!(said("4,4,u"), "4,4 is 8 steps from 0,0, more than the 3 of a move");
    assert_eq!(said("4,0,u"), "there is no way from 0,0 to 4,0");
    assert_eq!(said("5,0,u"), "expected a row from 0 to 4, got '5'");
    assert_eq!(said("0,-1,u"), "expected a column from 0 to 4, got '-1'");
    assert_eq!(said("0,00,u"), "expected a column from 0 to 4, got '00'");
    assert_eq!(said("0,0,x"), "expected a side u, r, d or l, got 'x'");
    assert_eq!(said("0,0"), "expected row,column,side such as 0,1,r, got '0,0'");
}

#[test]
fn positions_are_refused_with_the_reason() {
    let refused = |text: &str| Small::start(5, 0).parse_position(text).expect_err(text).to_string();
    assert_eq!(refused("6 a 0,0 4,4 -"), "size: expected 5 (the size of this board), got '6'");
    assert_eq!(refused("5 c 0,0 4,4 -"), "turn: expected a or b, got 'c'");
    assert_eq!(refused("5 a 0,5 4,4 -"), "cell of A: expected a column from 0 to 4, got '5'");
    assert_eq!(refused("5 a 0,0 4 -"), "cell of B: expected row,column, got '4'");
    assert_eq!(refused("5 a 1,1 1,1 -"), "A and B both stand on 1,1");
    assert_eq!(refused("5 a 0,0 4,4 0,4,r"), "wall 1: the right side of 0,4 is the border");
    assert_eq!(refused("5 a 0,0 4,4 0,0,r+4,0,d"), "wall 2: the lower side of 4,0 is the border");
    assert_eq!(refused("5 a 0,0 4,4 0,0,r+0,0,r"), "wall 2: 0,0,r is there twice");
    assert_eq!(refused("5 a 0,0 4,4 0,0,d+0,0,r"), "wall 2: walls go row by row, r before d: 0,0,r comes before 0,0,d");
    assert_eq!(
        refused("5 a 0,0 4,4 1,1,u"),
        "wall 1: expected side r or d, got 'u': the wall on the cell's left or above is that cell's r or d"
    );
    assert_eq!(refused("5 a 0,0 4,4 "), "wall 1: expected row,column,side such as 0,1,r, got ''");
    assert_eq!(
        refused("5 a 0,0  4,4 -"),
        "expected 5 fields SIZE TURN A B WALLS separated by single spaces, got '5 a 0,0  4,4 -'"
    );
}

#[test]
fn specs_are_refused_with_the_reason() {
    assert_eq!(spec_error("colosseum:size=17"), "colosseum: size must be a whole number from 2 to 16, got '17'");
    assert_eq!(spec_error("colosseum:size=1"), "colosseum: size must be a whole number from 2 to 16, got '1'");
    assert!(spec_error("colosseum:seed=-1").starts_with("colosseum: seed must be a whole number from 0 to 1844674407"));
    assert_eq!(spec_error("colosseum:rows=5"), "colosseum has no option 'rows'; options: size, seed");
}

#[test]
fn the_size_comes_from_the_position_unless_the_spec_gives_it() {
    assert_eq!(look("colosseum", Some("12 a 0,0 4,4 -"), "", 0).unwrap().position, "12 a 0,0 4,4 -");
    let error = look("colosseum:size=8", Some("12 a 0,0 4,4 -"), "", 0).err().unwrap();
    assert_eq!(error.to_string(), "size: expected 8 (the size of this board), got '12'");
    assert!(look("colosseum", Some("nonsense"), "", 0).is_err());
    assert!(look("colosseum", Some(""), "", 0).is_err());
}

#[test]
fn nonsense_is_refused_without_panic() {
    let game = Small::start(8, 0);
    for text in
        ["", ",", ",,", "é,1,u", "1,1,é", "\0", "99999999999999999999,1,u", "1,1,uu", "1,1,u,", "+1,1,u", " 1,1,u"]
    {
        assert!(game.parse_move(text).is_err(), "{text}");
    }
    let long = "0,0,r+".repeat(10_000);
    for text in
        ["8", "8 a", "8 a 0,0 1,1 +", "8 a 0,0 1,1 0,0,r+", "8 a 0,0 1,1 - ", "8 é 0,0 1,1 -", "\0 a 0,0 1,1 -", &long]
    {
        assert!(game.parse_position(text).is_err(), "{text}");
        assert!(game.parse_position(&format!("8 a 0,0 1,1 {text}")).is_err(), "{text}");
    }
}

fn drawn(text: &str, moves: &str, unicode: bool) -> String {
    let mut game = position::<u64>(text);
    let last = play_texts(&mut game, moves).unwrap().last().copied();
    format!("\n{}", game.draw(View { unicode, last }).plain())
}

#[test]
fn the_drawing_shows_walls_players_and_where_the_mover_can_go() {
    let start = "5 b 3,0 3,3 0,1,d+1,0,d+2,3,d+2,4,d+3,0,d";
    let unicode = "
     0   1   2   3   4
   ┏━━━━━━━━━━━━━━━━━━━┓
 0 ┃                   ┃
   ┃   ╺━━━╸   ·   ·   ┃
 1 ┃     ∘             ┃
   ┣━━━╸   ·   ·   ·   ┃
 2 ┃ ∘   ∘   ∘         ┃
   ┃   ·   ·   ┏━━━━━━━┫
 3 ┃ A   ∘   ∘ ║ B     ┃
   ┣━━━╸   ·   ╹   ·   ┃
 4 ┃ ∘   ∘   ∘         ┃
   ┗━━━━━━━━━━━━━━━━━━━┛
   ∘ where A can go in 3 steps
";
    assert_eq!(drawn(start, "3,3,l", true), unicode);
    let ascii = "
     0   1   2   3   4
   +---+---+---+---+---+
 0 |                   |
   +   +---+   +   +   +
 1 |     .             |
   +---+   +   +   +   +
 2 | .   .   .         |
   +   +   +   +---+---+
 3 | A   .   . # B     |
   +---+   +   +   +   +
 4 | .   .   .         |
   +---+---+---+---+---+
   . where A can go in 3 steps
";
    assert_eq!(drawn(start, "3,3,l", false), ascii);
}

#[test]
fn the_drawing_of_a_finished_game_shows_who_holds_what() {
    let unicode = "
     0   1   2   3
   ┏━━━━━━━┳━━━━━━━┓
 0 ┃ b   b ┃ a   a ┃
   ┃   ┏━━━┛   ·   ┃
 1 ┃ b ┃ A   a   a ┃
   ┃   ┗═══┓   ╻   ┃
 2 ┃ b   B ┃ a ┃ a ┃
   ┃   ·   ┃   ╹   ┃
 3 ┃ b   b ┃ a   a ┃
   ┗━━━━━━━┻━━━━━━━┛
   A holds 9 cells, B 7 cells
";
    assert_eq!(drawn("4 a 1,2 2,1 0,1,r+1,0,r+2,2,r+3,1,r", "1,1,u 2,1,r 1,1,d", true), unicode);
}

#[test]
fn sides_are_coloured_and_labels_dimmed() {
    let coloured = Small::start(4, 0).draw(View { unicode: true, last: None }).coloured();
    for expected in ["\u{1b}[1m\u{1b}[97m\u{1b}[44m A ", "\u{1b}[1m\u{1b}[97m\u{1b}[41m B ", "\u{1b}[2m0"] {
        assert!(coloured.contains(expected), "{coloured:?}");
    }
}
