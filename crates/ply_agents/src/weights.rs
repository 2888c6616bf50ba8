//! Weights from a set that comes with the program, from a text in the spec, or from a file; and how an agent declares its
//! own.
//!
//! A weights file is TOML: a line `name = number` for every weight, `agent` with the name of the agent they are made for,
//! and a table `origin` for where they came from, which only people read.

use std::fs;
use std::io::Read as _;

use ply_game::{WeightInfo, WeightList};

/// A weights file is no longer than this many bytes.
const MOST_BYTES: u64 = 64 * 1024;

/// The weights that a text means: the name of a set, `key:number+key:number` with the rest as in the first set, or a file.
pub(crate) fn load(list: &WeightList, text: &str) -> Result<Vec<i32>, String> {
    if let Some((_, set)) = list.sets.iter().find(|(name, _)| *name == text) {
        return parse(list, set);
    }
    if WeightList::is_inline(text) {
        return inline(list, text).map_err(|error| format!("weights={text}: {error}"));
    }
    let cannot = |error: std::io::Error| {
        let names = list.names().collect::<Vec<_>>().join(", ");
        format!("cannot read weights={text}: {error}; there are the sets {names}, and files")
    };
    let mut contents = String::new();
    let mut file = fs::File::open(text).map_err(cannot)?.take(MOST_BYTES + 1);
    file.read_to_string(&mut contents).map_err(cannot)?;
    if contents.len() as u64 > MOST_BYTES {
        return Err(format!("weights={text}: the file is longer than {MOST_BYTES} bytes"));
    }
    parse(list, &contents).map_err(|error| format!("weights={text}: {error}"))
}

/// The weights of a file's text.
fn parse(list: &WeightList, text: &str) -> Result<Vec<i32>, String> {
    let mut table: toml::Table = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    match table.remove("agent") {
        Some(agent) if agent.as_str() != Some(list.agent) => {
            let theirs = agent.as_str().map_or(agent.to_string(), str::to_owned);
            return Err(format!("these weights are for {theirs}, not for {}", list.agent));
        }
        _ => {}
    }
    let _read_by_people = (table.remove("game"), table.remove("origin"));
    let take = |info: &WeightInfo| {
        let value = table.remove(info.key).ok_or_else(|| format!("missing weight '{}'", info.key))?;
        let number = value.as_integer().ok_or_else(|| expected(info, &value.to_string()))?;
        within(info, number).ok_or_else(|| expected(info, &number.to_string()))
    };
    let weights = list.weights.iter().map(take).collect::<Result<_, _>>()?;
    match table.keys().next() {
        Some(key) => Err(unknown(list, key)),
        None => Ok(weights),
    }
}

/// The weights of a text of the spec; what it leaves out is as in the first set.
fn inline(list: &WeightList, text: &str) -> Result<Vec<i32>, String> {
    let mut weights = parse(list, list.sets[0].1)?;
    let mut given = vec![false; weights.len()];
    for part in text.split('+') {
        let (key, number) = part.split_once(':').ok_or_else(|| format!("expected key:number, got '{part}'"))?;
        let at = list.weights.iter().position(|info| info.key == key).ok_or_else(|| unknown(list, key))?;
        let info = &list.weights[at];
        if std::mem::replace(&mut given[at], true) {
            return Err(format!("weight '{key}' is given twice"));
        }
        weights[at] =
            number.parse().ok().and_then(|number| within(info, number)).ok_or_else(|| expected(info, number))?;
    }
    Ok(weights)
}

fn within(info: &WeightInfo, number: i64) -> Option<i32> {
    i32::try_from(number).ok().filter(|number| (info.least..=info.most).contains(number))
}

fn expected(info: &WeightInfo, got: &str) -> String {
    format!("{} must be a whole number from {} to {}, got {got}", info.key, info.least, info.most)
}

fn unknown(list: &WeightList, key: &str) -> String {
    let known: Vec<&str> = list.weights.iter().map(|info| info.key).collect();
    format!("{} has no weight '{key}'; weights: {}", list.agent, known.join(", "))
}

/// Declares the weights of an agent: the type with a field for each, the list, the option, and how they are read.
///
/// ```ignore
/// weights! {
///     /// What the corridors count.
///     Weights of "simpai": ["built-in" => "simpai", "hand" => "simpai-hand"];
///     shape: 0..=100, "windows of one shape";
///     colour: 0..=100, "windows of one colour";
/// }
/// ```
/// The names after the arrows are those of files in the folder `weights` of this crate.
macro_rules! weights {
    (
        $(#[$doc:meta])*
        $name:ident of $agent:literal: [$($set:literal => $file:literal),+ $(,)?];
        $($key:ident: $least:literal..=$most:literal, $about:literal;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) struct $name {
            $(#[doc = $about] pub(super) $key: i32,)+
        }

        impl $name {
            const LIST: ::ply_game::WeightList = ::ply_game::WeightList {
                agent: $agent,
                weights: &[$(::ply_game::WeightInfo {
                    key: stringify!($key),
                    least: $least,
                    most: $most,
                    about: $about,
                }),+],
                sets: &[$((
                    $set,
                    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/", $file, ".toml")),
                )),+],
            };

            /// The option that sets them.
            pub(super) const OPTION: ::ply_game::Setting<String> =
                ::ply_game::Setting::weights("weights", &Self::LIST, "what its judgement counts");

            /// Those that a text means.
            pub(super) fn load(text: &str) -> Result<Self, String> {
                let all = crate::weights::load(&Self::LIST, text)?;
                let mut all = all.into_iter();
                Ok(Self { $($key: all.next().expect("a number for each weight"),)+ })
            }

            /// Those that a spec asks for.
            pub(super) fn of(request: &crate::entry::Request) -> Result<Self, ::ply_game::SpecError> {
                Self::load(&request.get(&Self::OPTION)).map_err(|reason| request.refuse(reason))
            }
        }
    };
}

pub(crate) use weights;

#[cfg(test)]
mod tests {
    use super::*;

    const fn info(key: &'static str) -> WeightInfo {
        WeightInfo { key, least: -1000, most: 1000, about: "" }
    }

    const LIST: WeightList = WeightList {
        agent: "mine",
        weights: &[info("shape"), info("colour")],
        sets: &[("built-in", "shape = 1\ncolour = 2"), ("hand", "agent = \"mine\"\nshape = 3\ncolour = 4")],
    };

    #[test]
    fn a_set_has_a_name_and_numbers_stand_in_the_spec() {
        assert_eq!(load(&LIST, "built-in"), Ok(vec![1, 2]));
        assert_eq!(load(&LIST, "hand"), Ok(vec![3, 4]));
        assert_eq!(load(&LIST, "colour:-7"), Ok(vec![1, -7]));
        let text = WeightList::inline([("shape", 9), ("colour", -8)]);
        assert_eq!(text, "shape:9+colour:-8");
        assert_eq!(load(&LIST, &text), Ok(vec![9, -8]));
    }

    #[test]
    fn a_file_may_say_whose_and_where_from() {
        let text = "agent = \"mine\"\ngame = \"g\"\nshape = 5\ncolour = 6\n[origin]\nmethod = \"evolution\"";
        assert_eq!(parse(&LIST, text), Ok(vec![5, 6]));
    }

    #[test]
    fn a_wrong_weight_is_named() {
        let said = |text: &str| parse(&LIST, text).unwrap_err();
        assert_eq!(said("shape = 1\ncolour = 2000"), "colour must be a whole number from -1000 to 1000, got 2000");
        assert_eq!(
            said("shape = 1\ncolour = \"much\""),
            "colour must be a whole number from -1000 to 1000, got \"much\""
        );
        assert_eq!(said("shape = 1"), "missing weight 'colour'");
        assert_eq!(said("shape = 1\ncolour = 2\nspeed = 1"), "mine has no weight 'speed'; weights: shape, colour");
        assert_eq!(said("agent = \"other\"\nshape = 1\ncolour = 2"), "these weights are for other, not for mine");
        let said = |text: &str| load(&LIST, text).unwrap_err();
        assert!(said("no/such/file").starts_with("cannot read weights=no/such/file: "));
        assert_eq!(said("shape:1+shape:2"), "weights=shape:1+shape:2: weight 'shape' is given twice");
        assert_eq!(said("shape:1+2"), "weights=shape:1+2: expected key:number, got '2'");
        assert!(said("shape:x").ends_with("shape must be a whole number from -1000 to 1000, got x"));
    }
}
