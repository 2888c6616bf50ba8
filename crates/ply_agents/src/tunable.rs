//! What of an agent can be tuned: its options and weights that are numbers, where they start, and the spec that has
//! other values for them.

use ply_game::{Kind, Spec, SpecError, WeightList};

use crate::entry::AgentInfo;
use crate::weights;

/// A number of an agent that can be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Its name: that of the option, or of the weight.
    pub name: &'static str,
    /// The smallest it may be.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// What it is in the spec it was read from.
    pub start: f64,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The option whose weight it is; `None` if it is an option itself.
    weights: Option<&'static str>,
}

/// Every number of an agent that can be tuned, as a full spelling of it has them. An option that is off is none.
pub fn params(info: &AgentInfo, full: &Spec) -> Result<Vec<Param>, SpecError> {
    let mut params = Vec::new();
    for option in info.options {
        let given = full.option(option.key).unwrap_or_default();
        let param = |least, most, start, whole| Param { name: option.key, least, most, start, whole, weights: None };
        match option.kind {
            Kind::Number(whole) => {
                params
                    .extend(given.parse().ok().map(|start| param(whole.least as f64, whole.most as f64, start, true)));
            }
            Kind::Decimal { least, most, .. } => {
                params.extend(given.parse().ok().map(|start| param(least, most, start, false)));
            }
            Kind::Weights(list) => {
                let refuse = |reason| SpecError::Together { owner: full.name.clone(), reason };
                let numbers = weights::load(list, given).map_err(refuse)?;
                params.extend(list.weights.iter().zip(numbers).map(|(weight, number)| Param {
                    name: weight.key,
                    least: f64::from(weight.least),
                    most: f64::from(weight.most),
                    start: f64::from(number),
                    whole: true,
                    weights: Some(option.key),
                }));
            }
            _ => {}
        }
    }
    Ok(params)
}

impl Param {
    /// Whether it is one of the agent's weights, and not an option.
    pub fn is_weight(&self) -> bool {
        self.weights.is_some()
    }

    /// The value nearest to a number that it may be.
    pub fn nearest(&self, value: f64) -> f64 {
        let value = value.clamp(self.least, self.most);
        if self.whole { value.round() } else { value }
    }
}

/// The full spelling with other values for all of its numbers, each the nearest it may be. Weights are written out, so
/// that the spec needs no file.
///
/// # Panics
/// If there is not a value for each.
pub fn with_values(full: &Spec, params: &[Param], values: &[f64]) -> Spec {
    assert_eq!(params.len(), values.len(), "a value for each number");
    let mut spec = full.clone();
    let named = || params.iter().zip(values).map(|(param, value)| (param, param.nearest(*value)));
    for (key, value) in &mut spec.options {
        if let Some((_, number)) = named().find(|(param, _)| !param.is_weight() && param.name == key) {
            *value = number.to_string();
        }
        let weights = named().filter(|(param, _)| param.weights == Some(key));
        let weights: Vec<_> = weights.map(|(param, number)| (param.name, number as i32)).collect();
        if !weights.is_empty() {
            *value = WeightList::inline(weights);
        }
    }
    spec
}

#[cfg(test)]
mod tests {
    use ply_games::simplexity::Simplexity;

    use super::*;
    use crate::registry::{agents, mind};

    fn read(text: &str) -> (Spec, Vec<Param>) {
        let (full, _) = mind::<Simplexity<u64>>(&text.parse().unwrap(), 0, 1).unwrap();
        let info = agents::<Simplexity<u64>>().into_iter().find(|info| info.name == full.name).unwrap();
        let params = params(&info, &full).unwrap();
        (full, params)
    }

    #[test]
    fn other_values_make_another_spec_that_reads_back() {
        let (full, params) = read("simpai:weights=shape:11");
        let shape = params.iter().position(|param| param.name == "shape").unwrap();
        assert_eq!((params[shape].start, params[shape].whole, params[shape].is_weight()), (11.0, true, true));
        let mut values: Vec<f64> = params.iter().map(|param| param.start).collect();
        values[shape] = 12.4;
        let spec = with_values(&full, &params, &values);
        let (again, params) = read(&spec.to_string());
        assert_eq!(again, spec);
        assert_eq!(params[shape].start, 12.0);
    }

    #[test]
    fn an_option_that_is_a_number_is_tuned_too() {
        let (full, params) = read("mcts:c=1.5");
        let names: Vec<_> = params.iter().map(|param| param.name).collect();
        assert_eq!(names, ["c", "expand"]);
        let spec = with_values(&full, &params, &[2.25, 3.6]);
        assert_eq!((spec.option("c"), spec.option("expand")), (Some("2.25"), Some("4")));
    }
}
