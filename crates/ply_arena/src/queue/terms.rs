//! On what terms a tournament's games are played: who may play them, and who owns the queue. They stand in the
//! description of the stream of work, where everybody reads them before taking anything.

use ply_game::harmless_line;
use serde::{Deserialize, Serialize};

use super::error::QueueError;
use crate::external::sandbox::Layers;

/// Which plyground this is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// A digest of what its searchers find: equal signatures play alike.
    pub signature: String,
}

impl std::fmt::Display for Build {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (signature {})", harmless_line(&self.version, 40), harmless_line(&self.signature, 40))
    }
}

/// What stands in a stream's description.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Terms {
    /// The version of the messages.
    pub(super) plyground: u32,
    /// The tournament's name, or some of it.
    pub(super) tournament: String,
    /// Which tournament of this name: a digest of its plan.
    pub(super) run: String,
    /// Who coordinates it.
    pub(super) build: Build,
    /// Layers of the sandbox without which nothing is played.
    pub(super) require: Vec<String>,
    /// Clocks are scaled to a machine of this speed.
    pub(super) reference: Option<f64>,
    /// It is not finished.
    pub(super) held: bool,
}

/// Characters of a tournament's name.
pub(super) const LONGEST_NAME: usize = 200;

impl Terms {
    pub(super) fn read(description: Option<&str>) -> Option<Self> {
        let terms: Self = serde_json::from_str(description?).ok()?;
        let tournament = harmless_line(&terms.tournament, LONGEST_NAME);
        Some(Self { tournament, ..terms })
    }

    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether a worker may play, or why not.
    pub(super) fn admit(&self, build: &Build, layers: &Layers) -> Result<(), QueueError> {
        let tournament = self.tournament.clone();
        if self.plyground != super::message::VERSION || self.build.signature != build.signature {
            return Err(QueueError::Version { here: build.to_string(), there: self.build.to_string(), tournament });
        }
        let missing = self.require.iter().find(|name| !layers.enforces(name));
        missing.map_or(Ok(()), |layer| {
            let note = layers.0.iter().find(|known| known.name == layer).map(|known| known.note.clone());
            let reason = note.unwrap_or_else(|| "it is not known here".to_owned());
            Err(QueueError::Layer { tournament, layer: harmless_line(layer, 60), reason })
        })
    }

    /// What a worker's clocks are multiplied by.
    pub(super) fn factor(&self, speed: f64) -> Option<f64> {
        const MOST: f64 = 10.0;
        let reference = self.reference?;
        let factor = (reference / speed.max(1.0)).clamp(1.0 / MOST, MOST);
        Some((factor * 1000.0).round() / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::sandbox::Layer;

    fn terms(signature: &str, require: &[&str]) -> Terms {
        Terms {
            plyground: super::super::message::VERSION,
            tournament: "spring".to_owned(),
            run: "0".to_owned(),
            build: Build { version: "0.2.0".to_owned(), signature: signature.to_owned() },
            require: require.iter().map(|name| (*name).to_owned()).collect(),
            reference: Some(1000.0),
            held: true,
        }
    }

    #[test]
    fn another_version_is_refused_with_both_named_unless_it_plays_alike() {
        let here = Build { version: "0.1.0".to_owned(), signature: "aa".to_owned() };
        let layers = Layers(Vec::new());
        terms("aa", &[]).admit(&here, &layers).unwrap();
        let said = terms("bb", &[]).admit(&here, &layers).unwrap_err().to_string();
        assert!(said.contains("0.1.0 (signature aa)") && said.contains("0.2.0 (signature bb)"), "{said}");
    }

    #[test]
    fn a_worker_without_a_required_layer_is_refused_and_told_why() {
        let here = Build { version: "0.1.0".to_owned(), signature: "aa".to_owned() };
        let layers = |enforced| Layers(vec![Layer { name: "network", enforced, note: "no seccomp".to_owned() }]);
        terms("aa", &["network"]).admit(&here, &layers(true)).unwrap();
        let said = terms("aa", &["network"]).admit(&here, &layers(false)).unwrap_err().to_string();
        assert!(said.ends_with("requires 'network', which cannot be enforced here: no seccomp"), "{said}");
    }

    #[test]
    fn a_slower_machine_gets_a_longer_clock() {
        assert_eq!(terms("aa", &[]).factor(500.0), Some(2.0));
        assert_eq!(terms("aa", &[]).factor(3000.0), Some(0.333));
        assert_eq!(terms("aa", &[]).factor(0.0), Some(10.0));
        assert_eq!(Terms { reference: None, ..terms("aa", &[]) }.factor(500.0), None);
    }

    #[test]
    fn terms_come_back_and_anything_else_is_none() {
        let terms = terms("aa", &["network"]);
        assert_eq!(Terms::read(Some(&terms.text())), Some(terms));
        assert_eq!(Terms::read(Some("orders of the shop")), None);
        assert_eq!(Terms::read(None), None);
    }
}
