//! The ColorShapeLinks session file: one agent and its parameters per line; blank lines and lines that begin with `#`,
//! `%` or `;` mean nothing.
//!
//! Agents are C# classes there. The framework's sample thinkers are known under our names; any other line is one of
//! our own specs, with its options after a blank: `alpha-beta depth=4 table=off`.
// CITE: https://github.com/VideojogosLusofona/color-shape-links-ai-competition, SessionOptions.cs and AI/Examples

use ply_game::Spec;

use super::read::free_name;
use super::{PlanAgent, PlanError};

/// The agents of a session file.
pub(super) fn agents(text: &str) -> Result<Vec<PlanAgent>, PlanError> {
    let mut agents = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%', ';']) {
            continue;
        }
        let spec = spec(line).map_err(|reason| PlanError::wrong(format!("line {}", number + 1), reason))?;
        agents.push(PlanAgent::new(free_name(&spec, &agents), spec));
    }
    Ok(agents)
}

/// The spec a line means.
fn spec(line: &str) -> Result<String, String> {
    if line.starts_with("cmd:") {
        return Ok(line.to_owned());
    }
    let (name, parameters) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let parameters = parameters.trim();
    if let Some(spec) = sample_thinker(name, parameters) {
        return Ok(spec);
    }
    if name.contains('.') {
        return Err(format!(
            "expected a sample thinker, an agent or cmd:PROGRAM ARGS..., got the class '{name}': a thinker of its own \
             takes part as a program"
        ));
    }
    let options: Vec<&str> = parameters.split([' ', '\t', ',']).filter(|part| !part.is_empty()).collect();
    let spec = if options.is_empty() { name.to_owned() } else { format!("{name}:{}", options.join(",")) };
    spec.parse::<Spec>().map(|spec| spec.to_string()).map_err(|error| error.to_string())
}

/// What a class of the framework is called here. As there, parameters that are no number mean the default.
fn sample_thinker(class: &str, parameters: &str) -> Option<String> {
    let bare = class.rsplit('.').next().unwrap_or(class);
    let bare = bare.strip_suffix("AIThinker").or_else(|| bare.strip_suffix("Thinker"))?;
    let number = parameters.parse::<u64>().ok().filter(|number| *number > 0);
    let with = |name: &str, key: &str| match number {
        Some(number) => format!("{name}:{key}={number}"),
        None => name.to_owned(),
    };
    Some(match bare {
        "Random" => with("random", "seed"),
        "Sequential" => "sequential".to_owned(),
        "Minimax" => with("minimax", "depth"),
        "BadMove" => "faulty:how=illegal".to_owned(),
        "LoserSleeper" => "faulty:how=sleep".to_owned(),
        "RandomMemoryHoarder" => "faulty:how=hoard".to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_mean_nothing() {
        let text = "\u{feff}# who plays\r\n\n  % nobody\n;nor he\n\trandom\n  minimax depth=2  \r\nrandom\n";
        let agents = agents(text).unwrap();
        let listed: Vec<_> = agents.iter().map(|agent| (agent.name.as_str(), agent.spec.as_str())).collect();
        assert_eq!(listed, [("random", "random"), ("minimax:depth=2", "minimax:depth=2"), ("random (2)", "random")]);
    }

    #[test]
    fn sample_thinkers_have_our_names() {
        let namespace = "ColorShapeLinks.Common.AI.Examples";
        for (line, expected) in [
            ("RandomAIThinker", "random"),
            ("RandomAIThinker 17", "random:seed=17"),
            ("SequentialAIThinker", "sequential"),
            ("MinimaxAIThinker 4", "minimax:depth=4"),
            ("MinimaxAIThinker deep", "minimax"),
            ("RandomMemoryHoarderThinker", "faulty:how=hoard"),
        ] {
            assert_eq!(spec(&format!("{namespace}.{line}")).as_deref(), Ok(expected));
            assert_eq!(spec(line).as_deref(), Ok(expected));
        }
        assert_eq!(spec("cmd:./my agent --fast").as_deref(), Ok("cmd:./my agent --fast"));
        assert_eq!(spec("alpha-beta depth=4 table=off").as_deref(), Ok("alpha-beta:depth=4,table=off"));
    }

    #[test]
    fn a_class_of_its_own_is_named_with_its_line() {
        assert_eq!(
            agents("random\n\nMyAI.MyThinker 3\n").unwrap_err().to_string(),
            "line 3: expected a sample thinker, an agent or cmd:PROGRAM ARGS..., got the class 'MyAI.MyThinker': a \
             thinker of its own takes part as a program"
        );
        assert_eq!(
            agents("minimax 4").unwrap_err().to_string(),
            "line 1: expected NAME or NAME:key=value,..., got 'minimax:4'"
        );
    }
}
