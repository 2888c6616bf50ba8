//! The weights of `simpai`, from a file: the one built in, or another.

use serde::Deserialize;

/// What each of the five partial heuristics counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weights {
    pub(super) shape: i32,
    pub(super) colour: i32,
    pub(super) threats: i32,
    pub(super) centre: i32,
    pub(super) economy: i32,
}

/// The name of the weights that come with the program.
pub(super) const BUILT_IN: &str = "built-in";

/// A weight lies between plus and minus this.
const MOST: i32 = 1000;

impl Weights {
    /// The weights of a file, or those built in.
    pub(super) fn load(file: &str) -> Result<Self, String> {
        if file == BUILT_IN {
            return Self::parse(include_str!("../../weights/simpai.toml"));
        }
        let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read weights={file}: {error}"))?;
        Self::parse(&text).map_err(|error| format!("weights={file}: {error}"))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let weights: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        let Self { shape, colour, threats, centre, economy } = weights;
        let named =
            [("shape", shape), ("colour", colour), ("threats", threats), ("centre", centre), ("economy", economy)];
        match named.into_iter().find(|(_, weight)| weight.abs() > MOST) {
            Some((name, weight)) => Err(format!("{name} must be from -{MOST} to {MOST}, got {weight}")),
            None => Ok(weights),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_built_in_can_be_read() {
        assert!(Weights::load(BUILT_IN).is_ok());
    }

    #[test]
    fn a_wrong_weight_is_named() {
        let text = |economy: &str| format!("shape = 1\ncolour = 2\nthreats = 3\ncentre = 4\n{economy}");
        assert_eq!(Weights::parse(&text("economy = -5")).unwrap().economy, -5);
        let said = |economy: &str| Weights::parse(&text(economy)).unwrap_err();
        assert_eq!(said("economy = 2000"), "economy must be from -1000 to 1000, got 2000");
        assert!(said("").contains("missing field `economy`"));
        assert!(said("economy = 1\nspeed = 1").contains("unknown field `speed`"));
        assert!(said("economy = \"much\"").contains("invalid type"));
        assert!(Weights::load("no/such/file").unwrap_err().starts_with("cannot read weights=no/such/file: "));
    }
}
