//! The value of chains and loops alone, without search.
//!
//! Of the long chains it is best to open the shortest, of the loops too, and of the chains of one and two boxes the
//! shorter: values change by no more than lengths do. Which of the three kinds comes first is found by going through
//! all numbers of each that may be left, the fewest first.

/// How many chains and loops of each length there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Strings {
    pub(super) chains: [u8; super::board::MOST_BOXES],
    pub(super) loops: [u8; super::board::MOST_BOXES],
}

impl Strings {
    pub(super) const NONE: Self = Self { chains: [0; super::board::MOST_BOXES], loops: [0; super::board::MOST_BOXES] };
}

/// The most combinations of numbers left: with 64 boxes, about 20 short chains, 7 long ones and 5 loops.
const MOST_STATES: usize = 1400;

/// Lengths of one kind, the longest first, and what may be handed out when one is opened.
struct Kind {
    lengths: [u8; super::board::MOST_BOXES],
    count: usize,
    handout: i32,
}

impl Kind {
    fn new(numbers: &[u8; super::board::MOST_BOXES], lengths: std::ops::Range<usize>, handout: i32) -> Self {
        let mut kind = Self { lengths: [0; super::board::MOST_BOXES], count: 0, handout };
        for length in lengths.rev() {
            for _ in 0..numbers[length] {
                kind.lengths[kind.count] = length as u8;
                kind.count += 1;
            }
        }
        kind
    }

    /// The value to who opens the last of `left`, from the value of what then remains.
    fn opened(&self, left: usize, of_rest: i32) -> i32 {
        let length = i32::from(self.lengths[left - 1]);
        -(length - self.handout + if self.handout == 0 { of_rest } else { (of_rest + self.handout).abs() })
    }
}

/// So many combinations suffice for most positions; fewer are cleared faster.
const FEW_STATES: usize = 64;

/// The value to the player who must open one of them.
pub(super) fn value(strings: &Strings) -> i32 {
    let short = Kind::new(&strings.chains, 1..3, 0);
    let long = Kind::new(&strings.chains, 3..super::board::MOST_BOXES, 2);
    let loops = Kind::new(&strings.loops, 4..super::board::MOST_BOXES, 4);
    let states = (short.count + 1) * (long.count + 1) * (loops.count + 1);
    if states <= FEW_STATES {
        best_order(&short, &long, &loops, &mut [0; FEW_STATES])
    } else {
        best_order(&short, &long, &loops, &mut [0; MOST_STATES])
    }
}

/// Fills in the values of all numbers left.
fn best_order(short: &Kind, long: &Kind, loops: &Kind, values: &mut [i8]) -> i32 {
    let (step_long, step_loops) = (short.count + 1, (short.count + 1) * (long.count + 1));
    for c in 0..=loops.count {
        for b in 0..=long.count {
            for a in 0..=short.count {
                let at = a + b * step_long + c * step_loops;
                let mut best = i32::MIN;
                if a > 0 {
                    best = best.max(short.opened(a, i32::from(values[at - 1])));
                }
                if b > 0 {
                    best = best.max(long.opened(b, i32::from(values[at - step_long])));
                }
                if c > 0 {
                    best = best.max(loops.opened(c, i32::from(values[at - step_loops])));
                }
                values[at] = if at == 0 { 0 } else { best as i8 };
            }
        }
    }
    i32::from(values[short.count + long.count * step_long + loops.count * step_loops])
}
