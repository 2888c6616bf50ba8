//! Printing: colours and Unicode where the terminal has them, tables that line up, a closed pipe that is no error.
//!
//! Nothing is printed but by way of this file, which spells out whatever in a text could steer a terminal: names, moves
//! and messages may come from anywhere. Only boards that we draw ourselves have colours.

#![allow(clippy::print_stderr, reason = "here what is printed is made harmless")]

use std::io::{IsTerminal as _, Write as _};
use std::ops::Add;
use std::sync::{Mutex, PoisonError};

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use ply_game::{Canvas, OptionInfo, harmless, harmless_json};
use ratatui::crossterm::terminal;
use serde::Serialize;

use crate::args::{Look, When};

/// The style of the word "error:".
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// What the terminal can show.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// ANSI escapes.
    pub colour: bool,
    /// More than ASCII.
    pub unicode: bool,
}

impl Screen {
    /// As asked for, else as the environment says (`NO_COLOR`, a pipe, a locale without UTF-8).
    pub fn new(look: Look) -> Self {
        let colour = match look.color {
            When::Always => true,
            When::Never => false,
            When::Auto => anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
        };
        Self { colour, unicode: !look.ascii && locale_has_unicode() }
    }

    /// A drawing as text for this terminal.
    pub fn draw(self, canvas: &Canvas) -> Text {
        Text(if self.colour { canvas.coloured() } else { canvas.plain() })
    }

    /// A table with these headings; all columns but the first `words` are numbers and stand at the right.
    pub fn table(self, words: usize, headings: &[&str]) -> Table {
        let mut table = Table::new();
        let rule = if self.unicode { '─' } else { '-' };
        table.load_style(TableStyle::new().header_separator(LineStyle::none().fill(rule).junction(rule)));
        table.set_header(headings);
        for column in table.column_iter_mut().skip(words) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if let Some(columns) = terminal_columns() {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns);
        }
        table
    }
}

/// The columns of the terminal that is printed to. In a file or a pipe lines may be as long as they are.
fn terminal_columns() -> Option<u16> {
    /// Less than this is none that a table fits into.
    const FEWEST: u16 = 40;
    let (columns, _) = std::io::stdout().is_terminal().then(|| terminal::size().ok()).flatten()?;
    (columns >= FEWEST).then_some(columns)
}

/// A row of a table of options, below that of their owner.
pub fn option_row(option: &OptionInfo) -> [String; 5] {
    let words = ["", option.key, &option.kind.default_text(), &option.kind.range_text(), option.about];
    words.map(str::to_owned)
}

/// The locale's own word, where there is one; terminals without a locale are taken to be modern.
fn locale_has_unicode() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    match set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")) {
        None => true,
        Some(locale) => {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
    }
}

/// What can be printed: words, harmless whoever they came from, and our own drawings.
#[derive(Default)]
pub struct Text(String);

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self(harmless(words))
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        words.as_str().into()
    }
}

impl<T: Into<Self>> Add<T> for Text {
    type Output = Self;

    fn add(self, more: T) -> Self {
        Self(self.0 + &more.into().0)
    }
}

/// Prints a result.
pub fn print(words: &str) {
    print_text(words.into());
}

/// Prints a result with drawings. Whoever closed the pipe has read enough.
pub fn print_text(Text(text): Text) {
    let mut stdout = std::io::stdout().lock();
    let done = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    if let Err(error) = done {
        if error.kind() != std::io::ErrorKind::BrokenPipe {
            eprintln!("error: cannot write the result: {error}");
            std::process::exit(2);
        }
        std::process::exit(0);
    }
}

/// Prints a value as JSON.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print_json_text(&serde_json::to_string_pretty(value)?);
    print("\n");
    Ok(())
}

/// Prints what is JSON already.
pub fn print_json_text(json: &str) {
    print_text(Text(harmless_json(json)));
}

/// The progress bar that is on the screen.
static BAR: Mutex<Option<indicatif::WeakProgressBar>> = Mutex::new(None);

fn bar() -> Option<indicatif::ProgressBar> {
    BAR.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.upgrade()
}

/// Says something besides the result, above the progress bar if there is one.
pub fn tell(words: impl std::fmt::Display) {
    let words = harmless(&words.to_string());
    match bar() {
        Some(bar) => bar.suspend(|| eprintln!("{words}")),
        None => eprintln!("{words}"),
    }
}

/// Puts a few words before the progress bar, if there is one.
pub fn before_bar(words: impl FnOnce() -> String) {
    if let Some(bar) = bar() {
        bar.set_prefix(words());
    }
}

/// Says what went wrong, cut where somebody made it endless.
pub fn tell_error(error: &anyhow::Error) {
    const MOST: usize = 4000;
    let words: String = format!("{error:#}").chars().take(MOST).collect();
    anstream::eprintln!("{ERROR}error:{ERROR:#} {}", harmless(&words));
}

/// A progress bar on stderr; invisible where stderr is no terminal.
pub fn progress(length: u64, what: &str) -> indicatif::ProgressBar {
    if !std::io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{prefix}{msg} {wide_bar} {pos}/{len} {eta}")
        .expect("the template is fixed")
        .progress_chars("=> ");
    let bar = indicatif::ProgressBar::new(length).with_style(style).with_message(what.to_owned());
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.downgrade());
    bar
}

/// A sign of life on stderr; invisible where stderr is no terminal.
pub fn spinner(what: &str) -> indicatif::ProgressBar {
    if !std::io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("the template is fixed");
    let bar = indicatif::ProgressBar::new_spinner().with_style(style).with_message(what.to_owned());
    bar.enable_steady_tick(std::time::Duration::from_millis(120));
    bar
}

/// A count with thin groups of three digits: `1 832 181 120`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A rate or a count with at most five digits and a unit: `512.60 M`; a small whole number as it is.
pub fn rate(per_second: f64) -> String {
    match per_second {
        r if r >= 1e9 => format!("{:.2} G", r / 1e9),
        r if r >= 1e6 => format!("{:.2} M", r / 1e6),
        r if r >= 1e3 => format!("{:.1} k", r / 1e3),
        r if r.fract() == 0.0 => format!("{r:.0}"),
        r => format!("{r:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_counts_are_whole() {
        let said = [0.0, 98.0, 98.25, 1000.0, 512_600_000.0].map(rate);
        assert_eq!(said, ["0", "98", "98.2", "1.0 k", "512.60 M"]);
    }

    #[test]
    fn long_numbers_are_grouped_by_three() {
        assert_eq!([7, 1000, 123_456, 1_832_181_120].map(grouped), ["7", "1 000", "123 456", "1 832 181 120"]);
    }
}
