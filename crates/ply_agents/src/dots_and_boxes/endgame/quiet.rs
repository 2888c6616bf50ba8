//! A quiet position as the search keeps it: what its core and its strings are called, and what is known of its value.

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::canonical::{Name, Sums};
use super::grid::Planes;
use super::loony::{self, Strings};
use super::solver::Solver;

/// What is known of a quiet position: its value lies between the two, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Known {
    /// What two sources know together.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

/// A quiet position as the table knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quiet<E> {
    pub(super) planes: Planes<E>,
    /// The boxes of components in which some box has more than two open sides. All others are strings: chains and loops
    /// that stand alone.
    pub(super) core: E,
    /// The sums of the core's edges.
    pub(super) sums: Sums,
    /// The sum of the strings' names.
    pub(super) strings: Name,
    /// The name of the core and of the strings.
    pub(super) name: Name,
    /// Boxes still open.
    pub(super) boxes: i32,
    pub(super) known: Known,
    /// The [mark](super::children::Child::mark) of a good move.
    pub(super) best: u16,
}

/// No move is known to be good.
pub(super) const NO_MOVE: u16 = 0;
/// Places for values of strings.
pub(super) const STRING_VALUES: usize = 1 << 14;

/// What a chain or loop that stands alone is called.
#[inline]
pub(super) fn name_of_string(is_loop: bool, boxes: u32) -> Name {
    Name::of(u64::from(boxes) << 1 | u64::from(is_loop), 0)
}

impl<E: EdgeSet> Solver<E> {
    /// A quiet position with what is known of it.
    pub(super) fn quiet(&mut self, planes: Planes<E>) -> Quiet<E> {
        let boxes = self.grid.open(planes).count() as i32;
        let rest = self.taken_apart(planes, boxes);
        self.looked_up(rest)
    }

    /// A quiet position with so many open boxes, from its edges alone.
    pub(super) fn taken_apart(&mut self, planes: Planes<E>, boxes: i32) -> Quiet<E> {
        let core = self.grid.components(self.grid.degrees(planes).more, planes);
        let known = Known { lower: -boxes, upper: boxes };
        let mut quiet = Quiet {
            planes,
            core,
            sums: [0; _],
            strings: Name::default(),
            name: Name::default(),
            boxes,
            known,
            best: NO_MOVE,
        };
        self.name_parts(&mut quiet);
        self.with_key(quiet)
    }

    /// Names core and strings. Of chains of one box that stand alone two cancel each other, and of two boxes too: whoever
    /// opens the first, the other takes it and opens the second.
    pub(super) fn name_parts(&self, quiet: &mut Quiet<E>) {
        quiet.sums = self.names.sums(quiet.planes.and(self.grid.sides(quiet.core)));
        quiet.strings = Name::default();
        let mut short = [E::EMPTY; 3];
        let planes = quiet.planes;
        self.each_string(planes, self.grid.open(planes) & !quiet.core, |is_loop, string| {
            let length = string.count();
            let name = name_of_string(is_loop, length);
            if !is_loop && length < 3 {
                let twin = std::mem::replace(&mut short[length as usize], string);
                if twin != E::EMPTY {
                    short[length as usize] = E::EMPTY;
                    quiet.planes = quiet.planes.without(self.grid.sides(string | twin));
                    quiet.boxes -= 2 * length as i32;
                    quiet.strings = quiet.strings.without(name);
                    return;
                }
            }
            quiet.strings = quiet.strings.and(name);
        });
    }

    /// The chains and loops that some boxes make up: whether it is a loop, and its boxes.
    #[inline]
    pub(super) fn each_string(&self, planes: Planes<E>, mut boxes: E, mut each: impl FnMut(bool, E)) {
        while boxes != E::EMPTY {
            let string = self.grid.components(E::single(boxes.lowest()), planes);
            boxes = boxes & !string;
            each(planes.and(self.grid.sides(string)).count() == string.count(), string);
        }
    }

    /// The same position, which is looked for in the table soon; strings alone have their value.
    #[inline]
    pub(super) fn with_key(&mut self, mut quiet: Quiet<E>) -> Quiet<E> {
        quiet.best = NO_MOVE;
        if quiet.core == E::EMPTY {
            quiet.name = quiet.strings;
            let value = self.value_of_strings(&quiet);
            quiet.known = Known { lower: value, upper: value };
            return quiet;
        }
        quiet.known = match &self.book {
            Some(book) if book.has(quiet.boxes, quiet.planes.count()) => book.look_up(self.grid.set(quiet.planes)),
            _ => Known { lower: -quiet.boxes, upper: quiet.boxes },
        };
        let core = self.names.of_core(&self.grid, quiet.planes, quiet.core, &quiet.sums);
        quiet.name = core.and(quiet.strings);
        self.table.prefetch(quiet.name.key);
        quiet
    }

    fn value_of_strings(&mut self, quiet: &Quiet<E>) -> i32 {
        let place = (mix(quiet.name.key) >> 32) as usize % STRING_VALUES;
        let (name, mut value) = self.strings[place];
        if name != quiet.name {
            let mut strings = Strings::NONE;
            self.each_string(quiet.planes, self.grid.open(quiet.planes), |is_loop, string| {
                let numbers = if is_loop { &mut strings.loops } else { &mut strings.chains };
                numbers[string.count() as usize] += 1;
            });
            value = loony::value(&strings) as i8;
            self.strings[place] = (quiet.name, value);
        }
        i32::from(value)
    }

    #[inline]
    pub(super) fn looked_up(&self, mut quiet: Quiet<E>) -> Quiet<E> {
        if quiet.core == E::EMPTY {
            return quiet;
        }
        if let Some(data) = self.table.get(quiet.name.key).filter(|data| data >> 32 == quiet.name.check()) {
            let number = |byte: u64| i32::from(byte as u8 as i8);
            quiet.known = quiet.known.and(Known { lower: number(data), upper: number(data >> 8) });
            quiet.best = (data >> 16) as u16;
        }
        quiet
    }
}
