//! Taking everything that can be taken, and what may be handed out instead.

use ply_games::dots_and_boxes::EdgeSet;

use super::board::{Board, GROUND, MOST_BOXES};

/// A position after everything that lies open was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::dots_and_boxes) struct Peeled<E> {
    /// The boxes taken.
    pub(super) taken: i32,
    /// The edges left: nothing can be taken any more.
    pub(in crate::dots_and_boxes) rest: E,
    /// How many of the boxes may be handed to the opponent so that he must move in the rest: 2 at the end of a chain, 4
    /// in a loop, else 0.
    pub(super) handout: i32,
}

impl<E: EdgeSet> Peeled<E> {
    /// The value of the position, from the value of the rest to the player who moves in it.
    #[inline]
    pub(in crate::dots_and_boxes) fn value(&self, of_rest: i32) -> i32 {
        self.taken - self.handout + if self.handout == 0 { of_rest } else { (of_rest + self.handout).abs() }
    }
}

impl<E> Peeled<E> {
    /// Bounds on that value, from bounds on the value of the rest.
    #[inline]
    pub(in crate::dots_and_boxes) fn bounds(&self, of_rest: (i32, i32)) -> (i32, i32) {
        bounds_of_taken(self.taken, self.handout, of_rest)
    }
}

/// Bounds on the value of what can be taken, and of a rest with such bounds.
#[inline]
pub(super) fn bounds_of_taken(taken: i32, handout: i32, (lower, upper): (i32, i32)) -> (i32, i32) {
    let own = taken - handout;
    if handout == 0 {
        return (own + lower, own + upper);
    }
    let (low, high) = (lower + handout, upper + handout);
    let nearest = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
    (own + nearest, own + low.abs().max(high.abs()))
}

/// A box and the one it was left to, by the edge that closed it.
type Link = (u8, u8);

impl<E: EdgeSet> Board<E> {
    /// Takes every box that can be taken.
    pub(in crate::dots_and_boxes) fn peel(&self, edges: E) -> Peeled<E> {
        let mut degrees = self.degrees(edges);
        let mut open = [0; MOST_BOXES];
        let mut count = 0;
        for (at, &degree) in degrees[..self.sides.len()].iter().enumerate() {
            if degree == 1 {
                open[count] = at as u8;
                count += 1;
            }
        }
        self.peel_from(edges, &mut degrees, &mut open, count)
    }

    /// Draws an edge and takes what that opens; `degrees` are those of the edges before, in which nothing is open.
    #[inline]
    pub(super) fn peel_after(&self, edges: E, edge: usize, degrees: &[u8; MOST_BOXES]) -> Peeled<E> {
        let edges = edges & !E::single(edge);
        let boxes = self.beside[edge];
        if boxes.iter().all(|&at| at == GROUND || degrees[usize::from(at)] > 2) {
            return Peeled { taken: 0, rest: edges, handout: 0 };
        }
        let mut degrees = *degrees;
        let mut open = [0; MOST_BOXES];
        let mut count = 0;
        for at in boxes.into_iter().filter(|&at| at != GROUND) {
            degrees[usize::from(at)] -= 1;
            if degrees[usize::from(at)] == 1 {
                open[count] = at;
                count += 1;
            }
        }
        self.peel_from(edges, &mut degrees, &mut open, count)
    }

    fn peel_from(
        &self,
        mut edges: E,
        degrees: &mut [u8; MOST_BOXES],
        open: &mut [u8; MOST_BOXES],
        mut count: usize,
    ) -> Peeled<E> {
        let mut taken: u64 = 0;
        let mut links: [Link; MOST_BOXES] = [(0, 0); MOST_BOXES];
        let mut next = 0;
        let mut linked = 0;
        while next < count {
            let at = open[next];
            next += 1;
            if degrees[usize::from(at)] == 0 {
                continue;
            }
            let edge = (edges & self.sides[usize::from(at)]).lowest();
            edges = edges & !E::single(edge);
            degrees[usize::from(at)] = 0;
            taken |= 1 << at;
            let to = self.across(at, edge);
            links[linked] = (at, to);
            linked += 1;
            if to == GROUND {
                continue;
            }
            degrees[usize::from(to)] -= 1;
            match degrees[usize::from(to)] {
                0 => taken |= 1 << to,
                1 => {
                    open[count] = to;
                    count += 1;
                }
                _ => {}
            }
        }
        Peeled { taken: taken.count_ones() as i32, rest: edges, handout: handout(taken, &links[..linked]) }
    }
}

/// What can be handed out of the boxes taken. They form trees by their links; a link to what was not taken is an exit,
/// and a tree with an exit and two boxes can end in a hand-out of two. Without an exit it takes a path of four boxes,
/// which is a link between two boxes that both have another.
fn handout(taken: u64, links: &[Link]) -> i32 {
    let is_taken = |at: u8| at != GROUND && taken >> at & 1 != 0;
    let mut inner = [0u8; MOST_BOXES];
    for &(from, to) in links.iter().filter(|link| is_taken(link.1)) {
        inner[usize::from(from)] += 1;
        inner[usize::from(to)] += 1;
    }
    if links.iter().any(|&(from, to)| !is_taken(to) && inner[usize::from(from)] > 0) {
        return 2;
    }
    let middle = |&(from, to): &Link| is_taken(to) && inner[usize::from(from)] > 1 && inner[usize::from(to)] > 1;
    if links.iter().any(middle) { 4 } else { 0 }
}
