//! Tic-tac-toe: three in a row on nine cells. A position is two sets of nine bits.

use anstyle::{AnsiColor, Style};
use ply_game::{
    Canvas, Drawn, Game, Hashed, Indexed, Notation, Observed, OptionInfo, Options, Outcome, Player, Ranked, Sampled,
    Scored, SpecError, Symmetric, TextError, View, mix,
};

/// Tic-tac-toe, which has one size only.
pub struct Family;

impl crate::Family for Family {
    const NAME: &'static str = "tic-tac-toe";
    const ABOUT: &'static str = "three in a row on nine cells";
    const OPTIONS: &'static [OptionInfo] = &[];

    fn types(visitor: &mut impl crate::TypeVisitor) {
        visitor.visit::<TicTacToe>();
    }

    fn visit<V: crate::Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, SpecError> {
        Ok(visitor.visit(options.spec(), TicTacToe::default()))
    }
}

/// A position: the cells of the first player (x) and of the second (o). The default is the empty board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    cells: [u16; 2],
}

/// A cell, 0 to 8, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(pub u8);

const ALL: u16 = 0b111_111_111;
const LINES: [[u8; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const LETTERS: [&str; 2] = ["x", "o"];

impl TicTacToe {
    fn taken(&self) -> u16 {
        self.cells[0] | self.cells[1]
    }

    fn owner(&self, cell: u8) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.cells[player.index()] >> cell & 1 != 0)
    }

    fn line_of(&self, player: Player) -> Option<[u8; 3]> {
        LINES.into_iter().find(|line| line.iter().all(|&cell| self.owner(cell) == Some(player)))
    }
}

impl Game for TicTacToe {
    type Move = Cell;

    fn to_move(&self) -> Player {
        Player::after_plies(self.taken().count_ones() as usize)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Player::BOTH.into_iter().find(|&player| self.line_of(player).is_some());
        winner.map(Outcome::Win).or_else(|| (self.taken() == ALL).then_some(Outcome::Draw))
    }

    fn legal_moves(&self, each: impl FnMut(Cell)) {
        if self.outcome().is_none() {
            (0..9).filter(|&cell| self.owner(cell).is_none()).map(Cell).for_each(each);
        }
    }

    fn play(&mut self, Cell(cell): Cell) {
        self.cells[self.to_move().index()] |= 1 << cell;
    }
}

impl Hashed for TicTacToe {
    fn key(&self) -> u64 {
        mix(u64::from(self.cells[0]) << 9 | u64::from(self.cells[1]) | 1 << 18)
    }
}

/// The eight of the square: bit 0 turns rows round, bit 1 columns, bit 2 then exchanges the two.
impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        8
    }

    fn transformed(&self, symmetry: usize) -> Self {
        let image = |cells: u16| {
            let to = |cell| 1 << self.transformed_move(symmetry, Cell(cell)).0;
            (0..9).filter(|cell| cells >> cell & 1 != 0).map(to).sum()
        };
        Self { cells: self.cells.map(image) }
    }

    fn transformed_move(&self, symmetry: usize, Cell(cell): Cell) -> Cell {
        let row = if symmetry & 1 != 0 { 2 - cell / 3 } else { cell / 3 };
        let col = if symmetry & 2 != 0 { 2 - cell % 3 } else { cell % 3 };
        Cell(if symmetry & 4 != 0 { 3 * col + row } else { 3 * row + col })
    }
}

impl Scored for TicTacToe {}
impl Observed for TicTacToe {}
impl Sampled for TicTacToe {}

impl Ranked for TicTacToe {}

impl Indexed for TicTacToe {
    fn move_slots(&self) -> usize {
        9
    }

    fn move_index(&self, Cell(cell): Cell) -> usize {
        usize::from(cell)
    }

    fn move_at(&self, index: usize) -> Option<Cell> {
        (index < 9).then_some(Cell(index as u8))
    }
}

/// Moves `ROW,COLUMN`; positions nine characters of `x`, `o` and `.`, row by row, x to move if they are even.
impl Notation for TicTacToe {
    fn move_text(&self, Cell(cell): Cell) -> String {
        format!("{},{}", cell / 3, cell % 3)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        match text.as_bytes() {
            &[row @ b'0'..=b'2', b',', col @ b'0'..=b'2'] => Ok(Cell(3 * (row - b'0') + (col - b'0'))),
            _ => Err(TextError::expected("a cell from 0,0 to 2,2", text)),
        }
    }

    fn position_text(&self) -> String {
        (0..9).map(|cell| self.owner(cell).map_or(".", |player| LETTERS[player.index()])).collect()
    }

    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let mut position = Self::default();
        let wrong = || TextError::expected("nine of x, o and '.'", text);
        if text.len() != 9 {
            return Err(wrong());
        }
        for (cell, byte) in text.bytes().enumerate() {
            match byte {
                b'x' => position.cells[0] |= 1 << cell,
                b'o' => position.cells[1] |= 1 << cell,
                b'.' => {}
                _ => return Err(wrong()),
            }
        }
        let [first, second] = position.cells.map(u16::count_ones);
        if first != second && first != second + 1 {
            return Err(TextError::new(format!("expected as many x as o or one more, got {first} and {second}")));
        }
        if Player::BOTH.iter().all(|&player| position.line_of(player).is_some()) {
            return Err(TextError::new("both have three in a row"));
        }
        Ok(position)
    }

    fn ply(&self) -> Option<usize> {
        Some(self.taken().count_ones() as usize)
    }
}

impl Drawn for TicTacToe {
    fn draw(&self, view: View<Cell>) -> Canvas {
        let styles = [AnsiColor::Blue, AnsiColor::Red].map(|colour| colour.on_default().bold());
        let faint = Style::new().dimmed();
        let mut canvas = Canvas::new();
        for at in 0..3 {
            canvas.put(0, 4 * at + 3, &at.to_string(), faint);
            canvas.put(at + 1, 0, &at.to_string(), faint);
        }
        let line = self.winning_line().unwrap_or_default();
        for cell in 0..9 {
            let (row, col) = (usize::from(cell / 3), usize::from(cell % 3));
            let (mark, style) = match self.owner(cell) {
                Some(player) => (LETTERS[player.index()], styles[player.index()]),
                None => (if view.unicode { "·" } else { "." }, faint),
            };
            let won = line.contains(&(row, col));
            let last = view.last == Some(Cell(cell));
            let [open, close] = if won {
                ["[", "]"]
            } else if last {
                ["(", ")"]
            } else {
                [" ", " "]
            };
            canvas.put(row + 1, 4 * col + 2, open, style);
            canvas.put(row + 1, 4 * col + 3, mark, style);
            canvas.put(row + 1, 4 * col + 4, close, style);
        }
        canvas
    }

    fn spot(&self, Cell(cell): Cell) -> Option<(usize, usize)> {
        Some((usize::from(cell / 3) + 1, 4 * usize::from(cell % 3) + 3))
    }

    fn winning_line(&self) -> Option<Vec<(usize, usize)>> {
        let line = Player::BOTH.into_iter().find_map(|player| self.line_of(player))?;
        Some(line.map(|cell| (usize::from(cell / 3), usize::from(cell % 3))).to_vec())
    }
}
