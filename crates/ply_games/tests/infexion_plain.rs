//! Infexion's bit planes against the rules on plain cells, on tori of every size.

use ply_game::{Game, Notation, Outcome, Player, Sampled, Scored, below, rng};
use ply_games::infexion::geometry::cells;
use ply_games::infexion::{Infexion, Rules, Size};

const BOTH_RULES: [Rules; 2] = [Rules::Referee, Rules::Printed];

/// The rules on plain cells, as the rule book tells them, with the length of a line in place of 7.
#[derive(Clone)]
struct Plain {
    axis: i32,
    /// Power, row by row, positive for red and negative for blue.
    cells: Vec<i32>,
    turn: usize,
    rules: Rules,
}

impl Plain {
    fn new(size: Size, turn: usize, rules: Rules) -> Self {
        let axis = size.axis();
        Self { axis: axis as i32, cells: vec![0; axis * axis], turn, rules }
    }

    fn sign(&self) -> i32 {
        if self.turn.is_multiple_of(2) { 1 } else { -1 }
    }

    fn power(&self, sign: i32) -> i32 {
        self.cells.iter().map(|stack| (stack * sign).max(0)).sum()
    }

    fn outcome(&self) -> Option<Outcome> {
        let (red, blue) = (self.power(1), self.power(-1));
        let eliminated = red == 0 || blue == 0;
        if self.turn < self.axis.pow(3) as usize && (self.turn < 2 || !eliminated) {
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
        let axis = self.axis as usize;
        let cells = || (0..).zip(&self.cells).map(|(cell, &stack)| (format!("{},{}", cell / axis, cell % axis), stack));
        if self.power(1) + self.power(-1) < self.axis.pow(2) {
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
        let axis = self.axis;
        let source = (r * axis + q) as usize;
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
                (r, q) = ((r + dr).rem_euclid(axis), (q + dq).rem_euclid(axis));
                let stack = &mut self.cells[(r * axis + q) as usize];
                let raised = stack.abs() + 1;
                *stack = if raised == axis {
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
    for (cell, &stack) in cells(game.size().mask()).zip(&plain.cells) {
        let power = stack.unsigned_abs() as usize;
        assert_eq!(game.power(cell), power);
        assert_eq!(
            game.owner(cell),
            [None, Some(Player::First), Some(Player::Second)][stack.signum().rem_euclid(3) as usize]
        );
        assert!((0..plain.axis as usize).all(|other| (game.with_power(other) >> cell & 1 == 1) == (other == power)));
    }
    assert_eq!(game.total_power() as i32, plain.power(1) + plain.power(-1));
    assert_eq!(game.empty() & !game.size().mask(), 0);
    assert_eq!(game.brimming(), game.with_power(plain.axis as usize - 1));
}

#[test]
fn bit_planes_and_plain_cells_play_the_same_games() {
    let mut rng = rng(11);
    for (size, rules) in
        Size::ALL.into_iter().flat_map(|size| BOTH_RULES.repeat(30).into_iter().map(move |rules| (size, rules)))
    {
        let (mut game, mut plain) = (Infexion::new(size, rules), Plain::new(size, 0, rules));
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
    for round in 0..5000 {
        let (size, rules) = (Size::ALL[round % 5], BOTH_RULES[round % 2]);
        let turn = below(&mut rng, 1 + u32::from(size.turn_limit())) as usize;
        let mut plain = Plain::new(size, turn, rules);
        for _ in 0..1 + below(&mut rng, 5) {
            let power = 1 + below(&mut rng, size.axis() as u32 - 1) as i32;
            let at = below(&mut rng, size.cells() as u32) as usize;
            plain.cells[at] = if below(&mut rng, 2) == 0 { power } else { -power };
        }
        let Ok(game) = Infexion::new(size, rules).parse_position(&plain.text()) else {
            assert!(plain.cells.iter().map(|stack| stack.abs()).sum::<i32>() >= plain.axis.pow(2), "{}", plain.text());
            continue;
        };
        agree(&game, &plain);
        for action in game.move_list() {
            let mut after = plain.clone();
            after.play(&action.to_string());
            agree(&game.after(action), &after);
            ended += usize::from(after.outcome().is_some());
        }
    }
    assert!(ended > 2000, "{ended}");
}
