//! The agent that is tuned: which of its numbers, within which ranges, and its spec with other values for them.

use ply_agents::{Param, agents, mind, params, with_values};
use ply_arena::AgentSpec;
use ply_game::{BoardGame, Spec, SpecError, WeightList, nearest};
use ply_games::{Visitor, visit};

use super::TuneError;
use super::space::{Axis, AxisRange, Space};

/// An option, which is no weight, is searched within this factor of its start unless a range is given.
const AROUND: f64 = 8.0;

/// An agent that is tuned.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What is searched.
    pub space: Space,
    /// Its full spelling on each board.
    full: Vec<Spec>,
    /// All its numbers.
    params: Vec<Param>,
    /// Those that are tuned.
    picked: Vec<usize>,
    weights: Option<&'static WeightList>,
}

impl Subject {
    /// An agent as it is spelled, on some boards; all its numbers where none are named.
    pub fn new(boards: &[Spec], agent: &str, names: &[String], ranges: &[AxisRange]) -> Result<Self, TuneError> {
        let AgentSpec::BuiltIn(spec) = agent.parse()? else {
            let reason = format!("only a built-in agent has numbers that can be tuned, got '{agent}'");
            return Err(TuneError::wrong(reason));
        };
        let read = boards.iter().map(|board| visit(board, None, Read(&spec))?);
        let read: Vec<ReadAgent> = read.collect::<Result<_, SpecError>>()?;
        let Some(ReadAgent { params, weights, .. }) = read.first().cloned() else {
            return Err(TuneError::wrong("expected a board, got none"));
        };
        let known: Vec<&str> = params.iter().map(|param| param.name).collect();
        if known.is_empty() {
            return Err(TuneError::wrong(format!("{} has no numbers that can be tuned", spec.name)));
        }
        let place = |name: &str| {
            let unknown =
                || TuneError::unknown("parameter", name, nearest(name, known.iter().copied()), known.iter().copied());
            known.iter().position(|other| *other == name).ok_or_else(unknown)
        };
        let mut picked = names.iter().map(|name| place(name)).collect::<Result<Vec<usize>, _>>()?;
        if let Some((at, _)) = picked.iter().enumerate().find(|(at, place)| picked[..*at].contains(place)) {
            return Err(TuneError::wrong(format!("--params: '{}' is given twice", names[at])));
        }
        if picked.is_empty() {
            picked = (0..params.len()).collect();
        }
        for range in ranges {
            if !picked.contains(&place(&range.name)?) {
                return Err(TuneError::wrong(format!("--range: '{}' is none of the parameters tuned", range.name)));
            }
        }
        let axes = picked.iter().map(|place| axis(&params[*place], ranges)).collect::<Result<_, _>>()?;
        let full = read.into_iter().map(|read| read.full).collect();
        Ok(Self { space: Space { axes }, full, params, picked, weights })
    }

    /// The spec with other values for what is tuned.
    pub fn spec(&self, board: usize, values: &[f64]) -> Spec {
        with_values(&self.full[board], &self.params, &self.all_values(values))
    }

    /// Its full spelling as it was.
    pub fn untuned(&self, board: usize) -> &Spec {
        &self.full[board]
    }

    fn all_values(&self, values: &[f64]) -> Vec<f64> {
        let mut all: Vec<f64> = self.params.iter().map(|param| param.start).collect();
        self.picked.iter().zip(values).for_each(|(place, value)| all[*place] = *value);
        all
    }

    /// Whose weights it has, and all of them with the values tuned; nothing where it has none.
    pub fn weights(&self, values: &[f64]) -> Option<(&'static str, Vec<(&'static str, i32)>)> {
        let all = self.all_values(values);
        let weights = self.params.iter().zip(all).filter(|(param, _)| param.is_weight());
        let weights = weights.map(|(param, value)| (param.name, param.nearest(value) as i32));
        self.weights.map(|list| (list.agent, weights.collect()))
    }
}

fn axis(param: &Param, ranges: &[AxisRange]) -> Result<Axis, TuneError> {
    let (least, most) = match ranges.iter().rev().find(|range| range.name == param.name) {
        Some(range) => (range.least.max(param.least), range.most.min(param.most)),
        None if param.is_weight() || param.start == 0.0 => (param.least, param.most),
        None => {
            let ends = [param.start / AROUND, param.start * AROUND];
            (ends[0].min(ends[1]).max(param.least), ends[0].max(ends[1]).min(param.most))
        }
    };
    let (least, most) = if param.whole { (least.ceil(), most.floor()) } else { (least, most) };
    if least >= most {
        let reason = format!(
            "{}: the range is empty: expected two values or more from {} to {}",
            param.name, param.least, param.most
        );
        return Err(TuneError::wrong(reason));
    }
    Ok(Axis { name: param.name.to_owned(), least, most, start: param.start, whole: param.whole })
}

#[derive(Clone)]
struct ReadAgent {
    full: Spec,
    params: Vec<Param>,
    weights: Option<&'static WeightList>,
}

struct Read<'a>(&'a Spec);

impl Visitor for Read<'_> {
    type Output = Result<ReadAgent, SpecError>;

    fn visit<G: BoardGame>(self, _spec: Spec, _start: G) -> Self::Output {
        let (full, _) = mind::<G>(self.0, 0, 1)?;
        let info = agents::<G>().into_iter().find(|info| info.name == full.name).expect("it was built just now");
        let weights = info.options.iter().find_map(|option| option.kind.weights());
        Ok(ReadAgent { params: params(&info, &full)?, full, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(agent: &str, names: &[&str], ranges: &[&str]) -> Result<Subject, String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let ranges: Vec<AxisRange> = ranges.iter().map(|range| range.parse().unwrap()).collect();
        let boards = ["simplexity".parse().unwrap(), "simplexity:rows=8,cols=8".parse().unwrap()];
        Subject::new(&boards, agent, &names, &ranges).map_err(|error| error.to_string())
    }

    #[test]
    fn a_candidate_is_a_spec_with_other_values() {
        let subject = subject("simpai", &["colour"], &["colour=1..9"]).unwrap();
        assert_eq!((subject.space.axes[0].least, subject.space.axes[0].most), (1.0, 9.0));
        let spec = subject.spec(1, &[3.0]).to_string();
        assert!(spec.contains("colour:3+"), "{spec}");
        let (agent, weights) = subject.weights(&[3.0]).unwrap();
        assert_eq!(agent, "simpai");
        assert!(weights.contains(&("colour", 3)) && weights.len() > 1);
    }

    #[test]
    fn an_option_is_searched_around_its_start() {
        let subject = subject("mcts:c=1.5", &["c"], &[]).unwrap();
        let axis = &subject.space.axes[0];
        assert!(axis.least <= 0.1875 && axis.most <= 12.0 && !axis.whole, "{axis:?}");
        assert_eq!(subject.weights(&[1.0]), None);
    }

    #[test]
    fn what_cannot_be_tuned_is_named() {
        let said = |agent: &str, names: &[&str], ranges: &[&str]| subject(agent, names, ranges).unwrap_err();
        assert!(said("simpai", &["shap"], &[]).starts_with("unknown parameter 'shap', did you mean 'shape'?; known: "));
        assert_eq!(said("simpai", &["shape", "shape"], &[]), "--params: 'shape' is given twice");
        assert!(said("simpai", &["shape"], &["colour=1..2"]).contains("'colour' is none of the parameters tuned"));
        assert!(said("simpai", &["shape"], &["shape=90000..90001"]).starts_with("shape: the range is empty"));
        assert_eq!(said("random", &[], &[]), "random has no numbers that can be tuned");
        assert!(said("cmd:true", &[], &[]).starts_with("only a built-in agent has numbers"));
    }
}
