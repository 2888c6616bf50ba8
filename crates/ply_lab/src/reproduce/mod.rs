//! The tables of five reports, played again, and what the reports wished for.
//!
//! One file a report says what it measured: contests for the arena, looks into agents, and the claims they are set
//! beside. [`reproduce`] plays what is missing and gives chapters of data; [`page()`] makes them a page of the guide.

mod chapter;
mod claim;
mod colosseum;
mod contest;
mod dots_and_boxes;
mod infexion;
mod lab;
mod look;
mod page;
mod pentago_swap;
mod report;
mod simpai;
mod value;
mod wishes;

use ply_arena::Venue;
use ply_arena::store::Store;
use ply_search::Cancel;

pub use chapter::{Chapter, Experiment, Row, Table, sentences};
pub use claim::{Claim, Verdict};
pub use contest::{Contest, Counting, Played};
pub use lab::{Done, Lab, LabError, Settings, Unwatched, Watch};
pub use look::{Look, Question, look};
pub use page::{Page, page, rows_table};
pub use report::{Report, UnknownReport};
pub use value::{Unit, Value};

/// Plays what is missing of these reports and sets it beside what they say. When `stop` is set no new game begins, and
/// the chapters show what there is.
pub fn reproduce(
    reports: &[Report],
    settings: &Settings,
    store: &Store,
    venue: &dyn Venue,
    watch: &mut dyn Watch,
    stop: &Cancel,
) -> Result<Vec<Chapter>, LabError> {
    let (mut planned, mut unwatched) = (0, Unwatched);
    for report in reports {
        let mut lab = Lab::new(report.name(), settings, None, venue, &mut unwatched, stop);
        experiments(*report, &mut lab)?;
        planned += lab.done().planned;
    }
    watch.plans(planned);
    let mut chapters = Vec::new();
    for report in reports {
        let mut lab = Lab::new(report.name(), settings, Some(store), venue, watch, stop);
        let experiments = experiments(*report, &mut lab)?;
        let Done { games, forfeits, thinking_s, complete, .. } = lab.done();
        chapters.push(Chapter { report: *report, experiments, games, forfeits, thinking_s, complete });
    }
    Ok(chapters)
}

fn experiments(report: Report, lab: &mut Lab<'_>) -> Result<Vec<Experiment>, LabError> {
    match report {
        Report::Simpai => simpai::experiments(lab),
        Report::PentagoSwap => pentago_swap::experiments(lab),
        Report::Colosseum => colosseum::experiments(lab),
        Report::DotsAndBoxes => dots_and_boxes::experiments(lab),
        Report::Infexion => infexion::experiments(lab),
        Report::Wishes => wishes::experiments(lab),
    }
}
