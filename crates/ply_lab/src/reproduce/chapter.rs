//! What a report's experiments came to: chapters of experiments of rows, as data.

use ply_arena::stats::MatchScore;
use serde::Serialize;

use super::claim::{Claim, Verdict};
use super::report::Report;
use super::value::{Unit, Value};
use crate::figure::{Figure, Mark, Row as FigureRow, Scale};
use crate::heat_map::HeatMap;

/// One report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Chapter {
    /// Which.
    pub report: Report,
    /// What was measured.
    pub experiments: Vec<Experiment>,
    /// Games that were played for it.
    pub games: usize,
    /// Of those, how many ended with a fault, such as an answer that came too late.
    pub forfeits: usize,
    /// Time the agents thought in all these games, in seconds.
    pub thinking_s: f64,
    /// Everything was played.
    pub complete: bool,
}

/// One question, put to the arena.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Experiment {
    /// Its short name.
    pub key: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// How it was measured.
    pub about: String,
    /// The report's figures and ours.
    pub rows: Vec<Row>,
    /// What else came of it.
    pub tables: Vec<Table>,
}

/// A figure of the report and ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// What the report says.
    pub claim: Claim,
    /// Ours.
    pub ours: Option<Value>,
    /// How they stand to each other.
    pub verdict: Verdict,
    /// Why they differ, if they do.
    pub why: Option<String>,
}

impl Row {
    /// Sets ours beside the claim. Of the reasons the first one for the verdict is given.
    pub fn new(name: impl Into<String>, claim: Claim, ours: Option<Value>, reasons: &[(Verdict, &str)]) -> Self {
        let verdict = claim.judge(ours.as_ref());
        let given = reasons.iter().find(|(when, _)| *when == verdict).map(|(_, why)| (*why).to_owned());
        let unknown = || "The report gives too little of how it measured to say why.".to_owned();
        let why = given.or_else(|| verdict.differs().then(unknown));
        Self { name: name.into(), claim, ours, verdict, why }
    }

    /// The score of a match beside the claim.
    pub fn of_score(name: impl Into<String>, claim: Claim, score: &MatchScore, reasons: &[(Verdict, &str)]) -> Self {
        Self::new(name, claim, Value::of_score(score), reasons)
    }
}

/// What there is to say of the rows, those with the same verdict for the same reason together.
pub fn sentences(rows: &[Row]) -> Vec<String> {
    let mut said: Vec<(Vec<&str>, Verdict, &str)> = Vec::new();
    for row in rows {
        let Some(why) = row.why.as_deref() else { continue };
        match said.iter_mut().find(|(_, verdict, reason)| (*verdict, *reason) == (row.verdict, why)) {
            Some((names, ..)) => names.push(&row.name),
            None => said.push((vec![&row.name], row.verdict, why)),
        }
    }
    said.into_iter().map(|(names, verdict, why)| format!("{}: {}. {why}", names.join("; "), verdict.word())).collect()
}

/// Something else that was counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Above the columns.
    pub headings: Vec<&'static str>,
    /// How many columns are words; the others are numbers.
    pub words: usize,
    /// From the top down.
    pub rows: Vec<Vec<String>>,
    /// Its numbers are percent, and are drawn as a heat map too: the first column says what the rows are.
    pub shaded: bool,
}

impl Table {
    /// Its numbers as a heat map, if they are to be drawn.
    pub fn heat_map(&self) -> Option<HeatMap> {
        let row = |cells: &Vec<String>| {
            let (name, numbers) = cells.split_first()?;
            Some((name.clone(), numbers.iter().map(|number| number.parse().ok()).collect()))
        };
        let (first, columns) = self.headings.split_first()?;
        self.shaded.then(|| HeatMap {
            title: self.title.clone(),
            axes: [(*first).to_owned(), "breadth".to_owned()],
            rows: self.rows.iter().filter_map(row).collect(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        })
    }
}

impl Experiment {
    /// The rows as a figure, where they have one scale and something in it.
    pub fn figure(&self) -> Option<Figure> {
        let unit = self.rows.iter().find_map(|row| row.ours.as_ref()).map(|ours| ours.unit)?;
        let scale = match unit {
            Unit::Share => Scale::Shares,
            Unit::Ratio => Scale::Powers("x"),
            Unit::Milliseconds | Unit::Count => Scale::Powers(""),
        };
        let rows = self.rows.iter().filter_map(|row| {
            let ours = row.ours.as_ref().filter(|ours| ours.unit == unit)?;
            let drawable = |number: f64| unit == Unit::Share || number > 0.0;
            let mark = Mark { value: ours.value, interval: Some([ours.low, ours.high]) };
            let ours = Some(mark).filter(|mark| drawable(mark.value) && drawable(ours.low));
            let report = row.claim.figure.filter(|figure| drawable(*figure)).map(Mark::at);
            Some(FigureRow { label: row.name.clone(), marks: vec![ours, report] })
        });
        let rows: Vec<FigureRow> = rows.collect();
        let series = vec!["ours, with its interval".to_owned(), "the report's figure".to_owned()];
        (rows.len() > 1).then(|| Figure { title: self.title.to_owned(), series, rows, scale })
    }
}
