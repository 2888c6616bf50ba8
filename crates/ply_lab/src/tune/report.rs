//! What a tuning found: the values, a true sentence about them, and the weights file.

use ply_arena::stats::{MatchGame, MatchScore};
use serde::Serialize;
use serde_json::{Map, Number, Value, json};

use super::agenda::Tuning;
use super::tuner::Stage;

/// The tuned agent against the untuned one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Confirmation {
    /// How many games.
    pub games: u64,
    /// The share of the points.
    pub score: Option<f64>,
    /// The difference in Elo; nothing where it is infinite, as at the ends of its interval.
    pub elo: Option<f64>,
    /// From here, with 95 % confidence,
    pub elo_low: Option<f64>,
    /// to here.
    pub elo_high: Option<f64>,
}

impl Confirmation {
    fn new(games: &[MatchGame]) -> Self {
        let MatchScore { games, score, elo, elo_low, elo_high, .. } = MatchScore::of_games(games);
        Self { games, score, elo, elo_low, elo_high }
    }

    /// `+12.3 Elo (95 % interval +1.0 .. +23.6)`
    fn words(&self) -> String {
        let number = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
        format!("{} Elo (95 % interval {} .. {})", number(self.elo), number(self.elo_low), number(self.elo_high))
    }
}

/// What a finished tuning found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The names of what was tuned, with the values before.
    pub start: Vec<(String, f64)>,
    /// The same with the values found.
    pub best: Vec<(String, f64)>,
    /// The agent with them, on the first board.
    pub spec: String,
    /// Games before the confirmation.
    pub games: usize,
    /// Generations.
    pub generations: usize,
    /// All boards together.
    pub confirmation: Confirmation,
    /// Each board, where there are several.
    pub boards: Vec<(String, Confirmation)>,
    /// Whether it gained, in a sentence.
    pub sentence: String,
}

impl Found {
    /// What a tuning found; nothing before its end.
    pub fn new(tuning: &Tuning) -> Option<Self> {
        let tuner = tuning.tuner();
        let best = tuner.best().filter(|_| tuner.stage() == Stage::Done)?;
        let axes = &tuning.subject().space.axes;
        let all: Vec<MatchGame> = tuner.confirmed().iter().map(|confirmed| confirmed.game).collect();
        let confirmation = Confirmation::new(&all);
        let games = &tuning.plan().games;
        let on = |board: usize| {
            let games = tuner.confirmed().iter().filter(|confirmed| confirmed.board == board);
            Confirmation::new(&games.map(|confirmed| confirmed.game).collect::<Vec<_>>())
        };
        let boards = (0..games.len()).filter(|_| games.len() > 1).map(|board| (games[board].spec.clone(), on(board)));
        Some(Self {
            start: axes.iter().map(|axis| (axis.name.clone(), axis.start)).collect(),
            best: axes.iter().zip(best).map(|(axis, value)| (axis.name.clone(), *value)).collect(),
            spec: tuning.subject().spec(0, best).to_string(),
            games: tuner.games(),
            generations: tuner.history().len(),
            sentence: sentence(&tuning.subject().untuned(0).name, &confirmation, tuning.is_fresh()),
            confirmation,
            boards: boards.collect(),
        })
    }

    /// As the command prints it.
    pub fn json(&self, method: &str, file: &str) -> Value {
        let boards: Vec<Value> =
            self.boards.iter().map(|(game, each)| json!({ "game": game, "confirmation": each })).collect();
        json!({
            "method": method,
            "games": self.games,
            "generations": self.generations,
            "start": object(&self.start),
            "best": object(&self.best),
            "confirmation": self.confirmation,
            "boards": boards,
            "spec": self.spec,
            "sentence": self.sentence,
            "file": file,
        })
    }
}

/// Whole numbers without a decimal point.
fn number(value: f64) -> Number {
    let whole = (value.fract() == 0.0 && value.abs() < 1e15).then(|| Number::from(value as i64));
    whole.or_else(|| Number::from_f64(value)).unwrap_or_else(|| Number::from(0))
}

fn object(values: &[(String, f64)]) -> Value {
    Value::Object(values.iter().map(|(name, value)| (name.clone(), number(*value).into())).collect::<Map<_, _>>())
}

fn sentence(agent: &str, confirmation: &Confirmation, fresh: bool) -> String {
    let openings = if fresh { "openings not used in tuning" } else { "openings some of which were used in tuning" };
    let Some(score) = confirmation.score else {
        return format!("unknown: the tuned {agent} did not play the untuned one");
    };
    let word = match confirmation {
        Confirmation { elo_low: Some(low), .. } if *low > 0.0 => "gain",
        Confirmation { elo_high: Some(high), .. } if *high < 0.0 => "loss",
        _ => "no gain shown",
    };
    format!(
        "{word}: the tuned {agent} scored {:.1} % in {} games against the untuned one, {openings}: {}",
        100.0 * score,
        confirmation.games,
        confirmation.words(),
    )
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Whether the text of a weights file says that it is from the tuning of this name.
pub fn is_from(text: &str, name: &str) -> bool {
    let table: Option<toml::Table> = text.parse().ok();
    table.and_then(|table| Some(table.get("origin")?.get("tuning")?.as_str() == Some(name))).unwrap_or(false)
}

/// The text of a weights file: all weights of the agent, and where they came from. An agent without weights has only
/// the latter; its spec is there to be copied.
pub fn weights_file(tuning: &Tuning, found: &Found) -> String {
    let plan = tuning.plan();
    let values: Vec<f64> = found.best.iter().map(|(_, value)| *value).collect();
    let (agent, weights) = tuning.subject().weights(&values).unwrap_or((&tuning.subject().untuned(0).name, Vec::new()));
    let mut lines = vec![("agent", quoted(agent)), ("game", quoted(&plan.games[0].spec))];
    lines.extend(weights.iter().map(|(name, weight)| (*name, weight.to_string())));
    lines.push(("\n[origin]\nspec", quoted(&found.spec)));
    lines.push(("tuning", quoted(&plan.name)));
    let settings = plan.tuning.iter().filter(|(key, _)| *key != "params");
    lines.extend(settings.map(|(key, value)| (key.as_str(), quoted(value))));
    let boards: Vec<String> = plan.games.iter().map(|game| quoted(&game.spec)).collect();
    let table = |values: &[(String, f64)]| {
        let entries: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {}", number(*value))).collect();
        format!("{{ {} }}", entries.join(", "))
    };
    let confirmation = &found.confirmation;
    let elo = |elo: Option<f64>| elo.map(|elo| format!("{elo:.1}"));
    let known = [
        ("games", Some(confirmation.games.to_string())),
        ("score", confirmation.score.map(|score| format!("{score:.4}"))),
        ("elo", elo(confirmation.elo)),
        ("elo_low", elo(confirmation.elo_low)),
        ("elo_high", elo(confirmation.elo_high)),
    ];
    let known: Vec<String> = known.into_iter().filter_map(|(key, value)| Some(format!("{key} = {}", value?))).collect();
    lines.extend([
        ("seed", plan.seed.to_string()),
        ("time", quoted(&plan.games[0].time.to_string())),
        ("boards", format!("[{}]", boards.join(", "))),
        ("games", found.games.to_string()),
        ("generations", found.generations.to_string()),
        ("start", table(&found.start)),
        ("best", table(&found.best)),
        ("confirmed", format!("{{ {} }}", known.join(", "))),
        ("result", quoted(&found.sentence)),
    ]);
    lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_says_gain_only_where_the_interval_does() {
        let confirmation = |low: f64, high: f64| Confirmation {
            games: 100,
            score: Some(0.55),
            elo: Some((low + high) / 2.0),
            elo_low: Some(low),
            elo_high: Some(high),
        };
        let said = |low, high| sentence("simpai", &confirmation(low, high), true);
        assert_eq!(
            said(5.0, 65.0),
            "gain: the tuned simpai scored 55.0 % in 100 games against the untuned one, openings not used in tuning: \
             +35 Elo (95 % interval +5 .. +65)"
        );
        assert!(said(-5.0, 65.0).starts_with("no gain shown: ") && said(-50.0, -1.0).starts_with("loss: "));
        assert!(sentence("simpai", &confirmation(1.0, 2.0), false).contains("some of which were used"));
    }
}
