//! Bridges: the open edges whose loss cuts cells off, and with them every move that ends the game.
//!
//! Seen from the corners between the cells, walls are paths; the border is one corner. An open edge is a bridge if and
//! only if its two ends are already joined by walls: the new wall closes a ring (planar duality). So the joined sets
//! of corners are flooded, the border's first, all edges of one at a time: a few dozen shifts a joined set, with no
//! look at single cells. A move ends the game exactly when its wall stands on a bridge and the opponent is beyond it;
//! what is cut off is then counted by a flood from the mover's cell.

use ply_game::{Game, Outcome, Player};

use super::bits::Bits;
use super::edges::Edges;
use super::rules::{Colosseum, Move};

/// A move that ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The move.
    pub mv: Move,
    /// The cells each player then holds.
    pub scores: [i32; 2],
}

impl Ending {
    /// How the game then ends.
    pub fn outcome(&self) -> Outcome {
        Outcome::by_margin(self.scores[0] - self.scores[1])
    }
}

impl<B: Bits> Colosseum<B> {
    /// The open edges on which a wall would split a region in two.
    pub fn bridges(&self) -> Edges<B> {
        let walls = self.walls();
        let size = self.size();
        // A corner has the number of the cell to its upper left; those of the upper and left border have none.
        let (top, left) = (B::block(1, size), B::block(size, 1));
        let inner = B::block(size - 1, size - 1);
        let bottom_and_right = B::block(size, size) & !inner;
        let border = joined(&walls, bottom_and_right | (walls.right & top) | (walls.down & left));
        let mut bridges = Edges {
            right: self.open.right & border & (border.down() | top),
            down: self.open.down & border & (border.right() | left),
        };
        // An island needs corners where two walls meet to close a ring with one wall more.
        let (above, below, right, left) = (walls.right, walls.right.up(), walls.down.left(), walls.down);
        let bent = (above & below) | (right & left) | ((above | below) & (right | left));
        let mut rest = bent & inner & !border;
        while !rest.is_empty() {
            let island = joined(&walls, B::one(rest.nth(0)));
            bridges.right = bridges.right | (self.open.right & island & island.down());
            bridges.down = bridges.down | (self.open.down & island & island.right());
            rest = rest & !island;
        }
        bridges
    }

    /// What is connected with a player's cell without any bridge: no single wall takes it from them.
    #[inline]
    pub fn home(&self, player: Player, bridges: Edges<B>) -> B {
        self.open.without(bridges).region(self.at(player))
    }

    /// A move that wins at once: the first of them in the order of legal moves.
    pub fn winning_move(&self) -> Option<Move> {
        self.winning_move_on(self.bridges())
    }

    /// The same for whoever knows the bridges already.
    pub fn winning_move_on(&self, bridges: Edges<B>) -> Option<Move> {
        if self.outcome().is_some() || bridges.is_empty() {
            return None;
        }
        self.winning_move_beyond(self.home(self.to_move().other(), bridges), bridges)
    }

    /// The same for whoever knows the opponent's [home](Self::home) too. Where that is half the board there is nothing to
    /// look for; otherwise only walls built from outside it count.
    pub fn winning_move_beyond(&self, home: B, bridges: Edges<B>) -> Option<Move> {
        let mover = self.to_move();
        if 2 * home.count() as usize >= self.size() * self.size() {
            return None;
        }
        let win = Some(Outcome::Win(mover));
        let mut winning = None;
        bridges.each(self.reach(mover) & !home, |at, side| {
            let mv = Move { at: at as u8, side };
            if winning.is_none() && self.after(mv).outcome() == win {
                winning = Some(mv);
            }
        });
        winning
    }

    /// Calls `each` with every legal move that ends the game, in the order of legal moves.
    pub fn endings(&self, mut each: impl FnMut(Ending)) {
        if self.outcome().is_some() {
            return;
        }
        let mover = self.to_move();
        let opponent = self.at(mover.other());
        let mut whole = None;
        self.bridges().each(self.reach(mover), |at, side| {
            let own = self.open.removed(at, side).region(at);
            if own.has(opponent) {
                return;
            }
            let whole = *whole.get_or_insert_with(|| self.region(mover).count());
            let (own, others) = (own.count() as i32, (whole - own.count()) as i32);
            let scores = if mover == Player::First { [own, others] } else { [others, own] };
            each(Ending { mv: Move { at: at as u8, side }, scores });
        });
    }
}

/// The corners joined by walls with those of `from`.
fn joined<B: Bits>(walls: &Edges<B>, from: B) -> B {
    let mut corners = from;
    loop {
        let more = corners | (corners.down() & walls.right) | (corners & walls.right).up();
        let more = more | (more.right() & walls.down) | (more & walls.down).left();
        if more == corners {
            return corners;
        }
        corners = more;
    }
}
