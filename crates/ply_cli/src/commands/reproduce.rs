//! `plyground reproduce`: the reports' tables again, side by side with ours.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;
use ply_arena::Here;
use ply_arena::store::Store;
use ply_lab::reproduce::{Chapter, Experiment, Report, Settings, Table, Watch, page, reproduce, rows_table, sentences};

use super::queue::venue;
use super::run::{cores_for, on_interrupt, store_path};
use crate::args::ReproduceArgs;
use crate::output::{Screen, print, print_json, progress, tell};

/// The page's name where only a folder is given.
const PAGE: &str = "reproduced.md";

pub fn run(screen: Screen, args: &ReproduceArgs) -> Result<ExitCode> {
    let reports = Report::named(&args.report)?;
    let settings = Settings { quick: args.quick, time: args.time, seed: args.seed, again: args.again };
    let file = args.page.as_deref().map(page_file).transpose()?;
    let store = Store::open(&store_path(args.store.as_deref())?)?;
    let stop = on_interrupt()?;
    let venue = venue(&args.queue, Here::new(args.concurrency.map_or_else(|| cores_for(1), |asked| asked as usize)))?;
    let mut bar = Bar(progress(0, "reproduce"));
    let chapters = reproduce(&reports, &settings, &store, venue.as_ref(), &mut bar, &stop);
    bar.0.finish_and_clear();
    let chapters = chapters?;
    if args.format.json {
        print_json(&chapters)?;
    } else {
        chapters.iter().for_each(|chapter| print(&text(screen, chapter)));
    }
    if chapters.iter().any(|chapter| !chapter.complete) {
        tell("stopped; the same command goes on where this one was");
        return Ok(ExitCode::from(1));
    }
    if let Some(file) = file {
        write(&file, &chapters, &settings)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How far it is, on stderr.
struct Bar(ProgressBar);

impl Watch for Bar {
    fn plans(&mut self, games: usize) {
        self.0.set_length(games as u64);
    }

    fn begins(&mut self, what: &str) {
        self.0.set_message(what.to_owned());
    }

    fn counts(&mut self, games: usize) {
        self.0.inc(games as u64);
    }
}

/// The file the page goes to; its folder has to be there before anything is played.
fn page_file(asked: &Path) -> Result<PathBuf> {
    let file = if asked.is_dir() { asked.join(PAGE) } else { asked.to_owned() };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    anyhow::ensure!(folder.is_dir(), "--page: there is no folder '{}'", folder.display());
    anyhow::ensure!(file.file_stem().is_some(), "--page: expected a file or a folder, got '{}'", asked.display());
    Ok(file)
}

fn write(file: &Path, chapters: &[Chapter], settings: &Settings) -> Result<()> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let page = page(chapters, settings, &stem);
    let put = |path: &Path, text: &str| std::fs::write(path, text).with_context(|| path.display().to_string());
    for (name, text) in page.pictures.iter().chain(&page.tables) {
        let path = file.with_file_name(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        put(&path, text)?;
    }
    put(file, &page.text)?;
    tell(format!("wrote {} and {} figures", file.display(), page.pictures.len()));
    Ok(())
}

fn text(screen: Screen, chapter: &Chapter) -> String {
    let experiments: String = chapter.experiments.iter().map(|each| experiment(screen, chapter.report, each)).collect();
    let Chapter { games, forfeits, thinking_s, .. } = chapter;
    let played = format!("{games} games, {forfeits} forfeited, {:.1} minutes of thinking", thinking_s / 60.0);
    format!("{}\n{}\n{experiments}\n{played}\n\n", chapter.report.title(), chapter.report.source())
}

fn experiment(screen: Screen, report: Report, experiment: &Experiment) -> String {
    let mut text = format!("\n{}\n{}\n\n", experiment.title, experiment.about);
    if !experiment.rows.is_empty() {
        text += &table(screen, &rows_table(report, &experiment.rows));
    }
    for sentence in sentences(&experiment.rows) {
        text += &format!("  {sentence}\n");
    }
    for each in &experiment.tables {
        text += &format!("\n{}\n{}", each.title, table(screen, each));
    }
    text
}

fn table(screen: Screen, shown: &Table) -> String {
    let mut table = screen.table(shown.words, &shown.headings);
    for row in &shown.rows {
        table.add_row(row);
    }
    format!("{}\n", table.trim_fmt())
}
