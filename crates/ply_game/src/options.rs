//! Options with a type: declared as constants, listed by their [`OptionInfo`], and read by the declaration itself.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use crate::option_info::{Kind, OptionInfo, Usual, Whole};
use crate::spec::{Spec, SpecError, nearest};
use crate::weights::WeightList;

/// An option whose values have the type `T`.
///
/// ```
/// use ply_game::{Options, Setting, Spec};
/// const ROWS: Setting<usize> = Setting::number("rows", 1..=64, 6, "rows of the board");
/// const DEPTH: Setting<Option<u32>> = Setting::limit_or_off("depth", 1..=200, "plies at most");
/// let spec: Spec = "g:rows=8".parse().unwrap();
/// let options = Options::read(&spec, &[ROWS.info, DEPTH.info]).unwrap();
/// assert_eq!((options.get(&ROWS), options.get(&DEPTH)), (8, None));
/// assert_eq!(options.spec().to_string(), "g:rows=8,depth=off");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Setting<T> {
    /// The option as it is listed.
    pub info: OptionInfo,
    value: PhantomData<T>,
}

/// A type of values that an option can have.
pub trait Value {
    /// The value of a text that was found to be one.
    fn of(text: &str) -> Self;
}

/// A type of whole numbers.
pub trait Number: Value {
    /// The largest of them.
    const MOST: u64;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Value for $number {
            fn of(text: &str) -> Self {
                text.parse().expect("the text was checked, and the range when the option was declared")
            }
        }

        impl Number for $number {
            const MOST: u64 = <$number>::MAX as u64;
        }
    )*};
}

numbers!(u16, u32, u64, usize);

impl Value for f64 {
    fn of(text: &str) -> Self {
        text.parse().expect("the text was checked")
    }
}

impl Value for bool {
    fn of(text: &str) -> Self {
        text == "on"
    }
}

impl Value for String {
    fn of(text: &str) -> Self {
        text.to_owned()
    }
}

impl<T: Value> Value for Option<T> {
    fn of(text: &str) -> Self {
        (text != "off").then(|| T::of(text))
    }
}

impl<T> Setting<T> {
    const fn new(key: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { info: OptionInfo { key, kind, about }, value: PhantomData }
    }
}

const MEGABYTES: RangeInclusive<u64> = 1..=65_536;

/// A range that every number of the type `T` can hold.
const fn whole<T: Number>(range: RangeInclusive<u64>, or_off: bool, default: Usual) -> Whole {
    let whole = Whole::new(range, or_off, default);
    assert!(whole.most <= T::MOST, "the range is too large for the type");
    whole
}

impl<T: Number> Setting<T> {
    /// A whole number.
    pub const fn number(key: &'static str, range: RangeInclusive<u64>, default: u64, about: &'static str) -> Self {
        Self::new(key, Kind::Number(whole::<T>(range, false, Usual::Is(default))), about)
    }

    /// A whole number that follows from other options when nobody says; `default` tells how.
    pub const fn following(
        key: &'static str,
        range: RangeInclusive<u64>,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self::new(key, Kind::Number(whole::<T>(range, false, Usual::Follows(default))), about)
    }

    /// How far an agent thinks.
    pub const fn limit(key: &'static str, range: RangeInclusive<u64>, default: u64, about: &'static str) -> Self {
        Self::new(key, Kind::Limit(whole::<T>(range, false, Usual::Is(default))), about)
    }

    /// Memory.
    pub const fn megabytes(key: &'static str, default: u64, about: &'static str) -> Self {
        Self::new(key, Kind::Megabytes(whole::<T>(MEGABYTES, false, Usual::Is(default))), about)
    }

    /// Threads: one when nobody says.
    pub const fn threads(key: &'static str, about: &'static str) -> Self {
        Self::new(key, Kind::Threads(whole::<T>(1..=1024, false, Usual::Is(1))), about)
    }

    /// The seed of random choices: 0 when nobody says.
    pub const fn seed(key: &'static str, about: &'static str) -> Self {
        Self::new(key, Kind::Seed(whole::<T>(0..=T::MOST, false, Usual::Is(0))), about)
    }
}

impl<T: Number> Setting<Option<T>> {
    /// A whole number, or `off`, which it is when nobody says.
    pub const fn number_or_off(key: &'static str, range: RangeInclusive<u64>, about: &'static str) -> Self {
        Self::new(key, Kind::Number(whole::<T>(range, true, Usual::Off)), about)
    }

    /// How far an agent thinks, or `off`, which it is when nobody says.
    pub const fn limit_or_off(key: &'static str, range: RangeInclusive<u64>, about: &'static str) -> Self {
        Self::new(key, Kind::Limit(whole::<T>(range, true, Usual::Off)), about)
    }

    /// Memory, or `off`.
    pub const fn megabytes_or_off(key: &'static str, default: u64, about: &'static str) -> Self {
        Self::new(key, Kind::Megabytes(whole::<T>(MEGABYTES, true, Usual::Is(default))), about)
    }
}

impl Setting<f64> {
    /// A decimal number.
    pub const fn decimal(key: &'static str, range: RangeInclusive<f64>, default: f64, about: &'static str) -> Self {
        Self::new(key, Kind::Decimal { least: *range.start(), most: *range.end(), default }, about)
    }
}

impl Setting<bool> {
    /// `on` or `off`.
    pub const fn switch(key: &'static str, default: bool, about: &'static str) -> Self {
        Self::new(key, Kind::Switch { default }, about)
    }
}

impl Setting<String> {
    /// The weights of an agent: the name of a set, numbers, or a file.
    pub const fn weights(key: &'static str, list: &'static WeightList, about: &'static str) -> Self {
        assert!(!list.sets.is_empty(), "some set is taken when nobody says");
        Self::new(key, Kind::Weights(list), about)
    }
}

impl Setting<Option<String>> {
    /// A file that is read, or `off`, which it is when nobody says.
    pub const fn file(key: &'static str, about: &'static str) -> Self {
        Self::new(key, Kind::File, about)
    }
}

/// An option that is one of some words, each of which means a value of the type `T`.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T: 'static> {
    /// The option as it is listed.
    pub info: OptionInfo,
    words: &'static [&'static str],
    values: &'static [T],
}

impl<T> Choice<T> {
    /// The words and what each of them means; the first when nobody says.
    pub const fn new(
        key: &'static str,
        words: &'static [&'static str],
        values: &'static [T],
        about: &'static str,
    ) -> Self {
        assert!(words.len() == values.len() && !words.is_empty(), "each word means one value");
        Self { info: OptionInfo { key, kind: Kind::Choice(words), about }, words, values }
    }
}

/// Something declared that can be read.
pub trait Declared {
    /// What comes of it.
    type Value;

    /// The option as it is listed.
    fn info(&self) -> &OptionInfo;

    /// The value of a text that was found to be one.
    fn value(&self, text: &str) -> Self::Value;
}

impl<T: Value> Declared for Setting<T> {
    type Value = T;

    fn info(&self) -> &OptionInfo {
        &self.info
    }

    fn value(&self, text: &str) -> T {
        T::of(text)
    }
}

impl<T: Copy> Declared for Choice<T> {
    type Value = T;

    fn info(&self) -> &OptionInfo {
        &self.info
    }

    fn value(&self, text: &str) -> T {
        let at = self.words.iter().position(|word| *word == text).expect("the text was checked");
        self.values[at]
    }
}

/// The options of a spec: what was given and the defaults of the rest, all of them in the order of the list.
#[derive(Debug)]
pub struct Options {
    owner: String,
    listed: Vec<(OptionInfo, Option<String>)>,
    /// A bit for each option that was asked for.
    asked: Cell<u64>,
}

impl Options {
    /// Reads the options of a list. Refuses what the list does not have, and values that cannot be.
    ///
    /// # Panics
    /// If the list has more than 64 options.
    pub fn read(given: &Spec, list: &[OptionInfo]) -> Result<Self, SpecError> {
        assert!(list.len() <= 64, "an option is a bit of a word");
        let keys = || list.iter().map(|option| option.key);
        if let Some((key, _)) = given.options.iter().find(|(key, _)| keys().all(|known| known != key)) {
            return Err(SpecError::Option {
                owner: given.name.clone(),
                key: key.clone(),
                nearest: nearest(key, keys()),
                known: if list.is_empty() { "none".to_owned() } else { keys().collect::<Vec<_>>().join(", ") },
            });
        }
        let value = |info: &OptionInfo| match given.option(info.key) {
            None if info.kind.follows() => Ok((*info, None)),
            None => Ok((*info, Some(info.kind.default_text()))),
            Some(text) => info.kind.read(text).map(|value| (*info, Some(value))).ok_or_else(|| SpecError::Value {
                owner: given.name.clone(),
                key: info.key.to_owned(),
                expected: info.kind.expected(),
                got: text.to_owned(),
            }),
        };
        let listed = list.iter().map(value).collect::<Result<_, _>>()?;
        Ok(Self { owner: given.name.clone(), listed, asked: Cell::new(0) })
    }

    fn find(&self, info: &OptionInfo) -> usize {
        let at = self.listed.iter().position(|(listed, _)| listed == info);
        let at = at.unwrap_or_else(|| panic!("{} does not declare the option {info:?}", self.owner));
        self.asked.set(self.asked.get() | 1 << at);
        at
    }

    /// The value of an option.
    ///
    /// # Panics
    /// If the list does not have this very option, or if its default follows from others.
    pub fn get<D: Declared>(&self, option: &D) -> D::Value {
        let text = self.listed[self.find(option.info())].1.as_deref();
        option.value(text.expect("a default that follows from other options is worked out by `get_or`"))
    }

    /// The value of an option whose default follows from others, and is now known.
    ///
    /// # Panics
    /// If the list does not have this very option.
    pub fn get_or<T: Number>(&mut self, option: &Setting<T>, default: u64) -> T {
        let at = self.find(&option.info);
        T::of(self.listed[at].1.get_or_insert_with(|| default.to_string()))
    }

    /// An option of the list that nobody asked for.
    pub fn unasked(&self) -> Option<&'static str> {
        let is_unasked = |&at: &usize| self.asked.get() >> at & 1 == 0;
        (0..self.listed.len()).find(is_unasked).map(|at| self.listed[at].0.key)
    }

    /// An error about values that do not go together.
    pub fn together(&self, reason: impl ToString) -> SpecError {
        SpecError::Together { owner: self.owner.clone(), reason: reason.to_string() }
    }

    /// The spec with every option of the list.
    ///
    /// # Panics
    /// If a default that follows from other options was not asked for.
    pub fn spec(&self) -> Spec {
        let spell = |(info, value): &(OptionInfo, Option<String>)| {
            let value = value.clone().expect("a default that follows from others is worked out before it is spelled");
            (info.key.to_owned(), value)
        };
        Spec { name: self.owner.clone(), options: self.listed.iter().map(spell).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: Setting<u32> = Setting::number("rows", 1..=64, 6, "");
    const RULES: Choice<char> = Choice::new("rules", &["referee", "printed"], &['r', 'p'], "");
    const ROUND: Setting<u16> = Setting::following("round", 0..=65_535, "half the rows", "");
    const TABLE: Setting<Option<usize>> = Setting::megabytes_or_off("table", 16, "");
    const PVS: Setting<bool> = Setting::switch("pvs", true, "");
    const LIST: WeightList = WeightList { agent: "g", weights: &[], sets: &[("built-in", ""), ("hand", "")] };
    const WEIGHTS: Setting<String> = Setting::weights("weights", &LIST, "");
    const C: Setting<f64> = Setting::decimal("c", 0.0..=1000.0, 1.5, "");
    const KNOWN: &[OptionInfo] = &[ROWS.info, RULES.info, ROUND.info, TABLE.info, PVS.info, WEIGHTS.info, C.info];

    fn read(text: &str) -> Result<Options, SpecError> {
        Options::read(&text.parse()?, KNOWN)
    }

    #[test]
    fn the_full_spelling_has_the_defaults_in_the_order_of_the_list() {
        let mut options = read("g:rules=printed,rows=+08").unwrap();
        assert_eq!((options.get(&ROWS), options.get(&RULES), options.get(&TABLE)), (8, 'p', Some(16)));
        assert_eq!((options.get_or(&ROUND, 4), options.get(&PVS), options.get(&C)), (4, true, 1.5));
        assert_eq!(options.unasked(), Some("weights"));
        assert_eq!(options.get(&WEIGHTS), "built-in");
        assert_eq!(options.unasked(), None);
        let full = "g:rows=8,rules=printed,round=4,table=16,pvs=on,weights=built-in,c=1.5";
        assert_eq!(options.spec().to_string(), full);
        let mut options = read("g:table=off,weights=my/file.toml,round=9,pvs=off,c=2.0").unwrap();
        assert_eq!((options.get(&TABLE), options.get_or(&ROUND, 3), options.get(&PVS)), (None, 9, false));
        let full = "g:rows=6,rules=referee,round=9,table=off,pvs=off,weights=my/file.toml,c=2";
        assert_eq!(options.spec().to_string(), full);
    }

    #[test]
    fn an_option_is_listed_as_it_is_read() {
        let listed: Vec<String> =
            KNOWN.iter().map(|option| format!("{} {}", option.kind.default_text(), option.kind.range_text())).collect();
        let expected = [
            "6 1..64",
            "referee referee|printed",
            "half the rows 0..65535",
            "16 1..65536|off",
            "on on|off",
            "built-in built-in|hand|KEY:N|FILE",
            "1.5 0..1000",
        ];
        assert_eq!(listed, expected);
    }

    #[test]
    fn errors_name_the_option_and_what_it_may_be() {
        let said = |text| read(text).unwrap_err().to_string();
        assert_eq!(said("g:rows=99"), "g: rows must be a whole number from 1 to 64, got '99'");
        assert_eq!(said("g:rows=off"), "g: rows must be a whole number from 1 to 64, got 'off'");
        assert_eq!(said("g:table=0"), "g: table must be a whole number from 1 to 65536 or off, got '0'");
        assert_eq!(said("g:pvs=maybe"), "g: pvs must be one of on, off, got 'maybe'");
        assert_eq!(said("g:c=NaN"), "g: c must be a number from 0 to 1000, got 'NaN'");
        let keys = "rows, rules, round, table, pvs, weights, c";
        assert_eq!(said("g:row=9"), format!("g has no option 'row', did you mean 'rows'?; options: {keys}"));
    }

    #[test]
    #[should_panic(expected = "g does not declare the option")]
    fn what_is_not_declared_cannot_be_read() {
        const OTHER: Setting<u32> = Setting::number("rows", 1..=64, 7, "");
        let _ = read("g").unwrap().get(&OTHER);
    }
}
