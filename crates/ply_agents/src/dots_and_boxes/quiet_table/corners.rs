//! The corners of a board: how many border edges are open at each.

/// What may be open at the corners, where so many of the inner edges of each are. The states are numbered so that drawing
/// an edge leads to a smaller number.
#[derive(Clone, Default)]
pub(super) struct Corners {
    /// The key of each state: a bit for each corner with an open border edge, and four bits on for each with two.
    pub(super) keys: Vec<u8>,
    /// The number of each key.
    pub(super) numbers: Vec<u8>,
    /// For each state the states that a border edge leads to which gives nothing away.
    pub(super) safe: Vec<Vec<u8>>,
}

/// Keys are below this.
pub(super) const KEYS: usize = 256;
/// The most corners that a board has.
pub(super) const CORNERS: usize = 4;

impl Corners {
    /// The states of corners with these numbers of open inner edges; none has just one open side.
    pub(super) fn new(inner: [usize; CORNERS], corners: usize) -> Self {
        let may_be = |corner: usize, open: usize| if corner < corners { inner[corner] + open != 1 } else { open == 0 };
        let number = |state: [usize; CORNERS]| {
            (0..CORNERS).rev().fold(0, |number, corner| {
                let digit = (0..state[corner]).filter(|&open| may_be(corner, open)).count();
                number * (0..3).filter(|&open| may_be(corner, open)).count() + digit
            })
        };
        let states = (0..81).map(|code| [code % 3, code / 3 % 3, code / 9 % 3, code / 27]);
        let mut states: Vec<[usize; CORNERS]> =
            states.filter(|state| (0..CORNERS).all(|corner| may_be(corner, state[corner]))).collect();
        states.sort_by_key(|&state| number(state));
        let mut this = Self { numbers: vec![0; KEYS], ..Self::default() };
        for &state in &states {
            let key = (0..CORNERS).fold(0, |key, corner| {
                key | u8::from(state[corner] > 0) << corner | u8::from(state[corner] > 1) << (CORNERS + corner)
            });
            this.numbers[usize::from(key)] = number(state) as u8;
            this.keys.push(key);
            let is_safe = |corner: &usize| state[*corner] > 0 && inner[*corner] + state[*corner] > 2;
            let after = |corner: usize| {
                let mut after = state;
                after[corner] -= 1;
                number(after) as u8
            };
            this.safe.push((0..CORNERS).filter(is_safe).map(after).collect());
        }
        this
    }
}
