//! A quiet position as the search keeps it: what it is called, and what is known of its value.

use ply_game::mix;
use ply_games::dots_and_boxes::EdgeSet;

use super::canonical::{Name, Sums};
use super::grid::{Degrees, Planes};
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
    /// The sum of the strings' names.
    pub(super) strings: Name,
    /// The core's plain name and that of the strings.
    pub(super) plain: Name,
    /// What the table knows it by.
    pub(super) name: Name,
    /// Boxes still open.
    pub(super) boxes: i32,
    pub(super) known: Known,
    /// The [mark](super::children::Child::mark) of a good move.
    pub(super) best: u16,
}

impl<E: EdgeSet> Quiet<E> {
    /// Its [size](Solver::size).
    #[inline]
    pub(super) fn size(&self) -> i32 {
        self.planes.count() as i32 - self.boxes
    }
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
        let mut quiet = self.taken_apart(planes, boxes);
        self.look_up(&mut quiet);
        quiet
    }

    /// A quiet position with so many open boxes, from its edges alone.
    fn taken_apart(&mut self, planes: Planes<E>, boxes: i32) -> Quiet<E> {
        let core = self.grid.components(self.grid.degrees(planes).more, planes);
        let known = Known { lower: -boxes, upper: boxes };
        let (strings, plain, name) = Default::default();
        let mut quiet = Quiet { planes, core, strings, plain, name, boxes, known, best: NO_MOVE };
        self.name_parts(&mut quiet);
        self.ask_soon(&mut quiet, None);
        quiet
    }

    /// What a quiet position becomes when edges of its core go, with so many open boxes left; `degrees` are those
    /// of what is left.
    pub(super) fn reduced(
        &mut self,
        quiet: &Quiet<E>,
        planes: Planes<E>,
        boxes: i32,
        degrees: &Degrees<E>,
    ) -> Quiet<E> {
        let gone = quiet.planes.without(planes);
        let touched = self.grid.open(gone);
        let fallen = self.fallen_apart(planes, touched, degrees);
        let core = quiet.core & self.grid.open(planes);
        let plain = quiet.plain.without(self.names.plain(gone));
        let mut rest = Quiet { planes, core, plain, boxes, ..*quiet };
        if fallen != E::EMPTY {
            self.set_apart(&mut rest, fallen);
        }
        self.ask_soon(&mut rest, None);
        rest
    }

    /// Chains and loops that were parts of the core stand alone now.
    pub(super) fn set_apart(&mut self, quiet: &mut Quiet<E>, fallen: E) {
        quiet.core = quiet.core & !fallen;
        let (mut strings, mut has_short) = (Name::default(), false);
        self.each_string(quiet.planes, fallen, |is_loop, string| {
            let length = string.count();
            has_short |= !is_loop && length < 3;
            strings = strings.and(name_of_string(is_loop, length));
        });
        // Two short ones of a length cancel each other.
        if has_short {
            self.name_parts(quiet);
            return;
        }
        let edges = self.names.plain(quiet.planes.and(self.grid.sides(fallen)));
        quiet.strings = quiet.strings.and(strings);
        quiet.plain = quiet.plain.without(edges).and(strings);
    }

    /// The boxes of chains and loops that stand alone, of those that some boxes are in. Boxes of more than two open sides
    /// among them are looked past: their components are no such strings.
    #[inline]
    pub(super) fn fallen_apart(&self, planes: Planes<E>, touched: E, degrees: &Degrees<E>) -> E {
        let mut left = touched & degrees.two;
        let mut fallen = E::EMPTY;
        while left != E::EMPTY {
            let mut string = E::single(left.lowest());
            let is_string = loop {
                let more = string | self.grid.beside(string, planes);
                if more & degrees.more != E::EMPTY {
                    break false;
                }
                if more == string {
                    break true;
                }
                string = more;
            };
            if is_string {
                fallen = fallen | string;
            }
            left = left & !string;
        }
        fallen
    }

    /// Names core and strings by their edges. Of chains of one box that stand alone two cancel each other, and of two boxes
    /// too: whoever opens the first, the other takes it and opens the second.
    fn name_parts(&self, quiet: &mut Quiet<E>) {
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
        quiet.plain = self.names.plain(quiet.planes.and(self.grid.sides(quiet.core))).and(quiet.strings);
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

    /// What is known of a position that was just made: strings alone have their value, and all others are named and looked
    /// for in the table soon. `sums` are those of its core, if they are at hand.
    #[inline]
    pub(super) fn ask_soon(&mut self, quiet: &mut Quiet<E>, sums: Option<Sums>) {
        quiet.best = NO_MOVE;
        quiet.known = Known { lower: -quiet.boxes, upper: quiet.boxes };
        quiet.name = quiet.plain;
        if quiet.core == E::EMPTY {
            let value = self.value_of_strings(quiet);
            quiet.known = Known { lower: value, upper: value };
            return;
        }
        if quiet.size() >= self.shares_from {
            quiet.name = self.shared_name(quiet, sums);
        }
        self.table.prefetch(quiet.name.key);
        if let Some(book) = &self.book
            && book.has(quiet.boxes, quiet.planes.count())
        {
            quiet.known = book.look_up(self.grid.set(quiet.planes));
        }
    }

    /// The name that the position shares with others as good as it. `sums` are those of its core, if they are at hand.
    pub(super) fn shared_name(&mut self, quiet: &Quiet<E>, sums: Option<Sums>) -> Name {
        self.names.shared(&self.grid, quiet.planes, quiet.core, sums).and(quiet.strings)
    }

    #[inline(never)]
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

    /// Adds what the table knows.
    #[inline]
    pub(super) fn look_up(&self, quiet: &mut Quiet<E>) {
        if quiet.core == E::EMPTY {
            return;
        }
        let name = quiet.name;
        if let Some(data) = self.table.get(name.key).filter(|data| data >> 32 == name.check()) {
            let number = |byte: u64| i32::from(byte as u8 as i8);
            quiet.known = quiet.known.and(Known { lower: number(data), upper: number(data >> 8) });
            quiet.best = (data >> 16) as u16;
        }
    }
}
