//! A drawing as SVG, for notebooks: the characters of the terminal with their colours.

use anstyle::{AnsiColor, Color, Effects, Style};
use ply_game::Canvas;

/// Width and height of a character, in pixels.
const WIDTH: usize = 9;
const HEIGHT: usize = 19;
const MARGIN: usize = 16;

const GROUND: &str = "#161b22";
const INK: &str = "#e6edf3";

/// The drawing of a position, labelled with its text.
pub fn svg(canvas: &Canvas, label: &str) -> String {
    let columns = canvas.rows().iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (columns * WIDTH + 2 * MARGIN, canvas.rows().len() * HEIGHT + 2 * MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{}\"><rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\
         <g font-family=\"ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace\" font-size=\"15\" \
         xml:space=\"preserve\">",
        escaped(label),
    );
    for (row, line) in canvas.rows().iter().enumerate() {
        let mut column = 0;
        for run in line.chunk_by(|a, b| a.1 == b.1) {
            text += &characters(run, row, column);
            column += run.len();
        }
    }
    text + "</g></svg>"
}

/// A run of characters of one style. Each has its own place, as fonts differ in how wide they are.
fn characters(run: &[(char, Style)], row: usize, column: usize) -> String {
    let style = run[0].1;
    let inverted = style.get_effects().contains(Effects::INVERT);
    let front = style.get_fg_color().map_or(INK, colour);
    let back = style.get_bg_color().map(colour);
    let (ink, ground) = if inverted { (back.unwrap_or(GROUND), Some(front)) } else { (front, back) };
    let (x, y) = (MARGIN + column * WIDTH, MARGIN + row * HEIGHT);
    let mut text = String::new();
    if let Some(ground) = ground {
        let width = run.len() * WIDTH;
        text += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{ground}\"/>");
    }
    let shown: String = run.iter().map(|(character, _)| character).collect();
    if shown.trim().is_empty() {
        return text;
    }
    let weight = if style.get_effects().contains(Effects::BOLD) { " font-weight=\"bold\"" } else { "" };
    let faint = if style.get_effects().contains(Effects::DIMMED) { " opacity=\".55\"" } else { "" };
    let places: Vec<String> = (0..run.len()).map(|index| (x + index * WIDTH).to_string()).collect();
    let base = y + HEIGHT - 5;
    text += &format!(
        "<text x=\"{}\" y=\"{base}\" fill=\"{ink}\"{weight}{faint}>{}</text>",
        places.join(" "),
        escaped(&shown)
    );
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn colour(colour: Color) -> &'static str {
    let ansi = match colour {
        Color::Ansi(ansi) => Some(ansi),
        Color::Ansi256(number) => number.into_ansi(),
        Color::Rgb(_) => None,
    };
    match ansi {
        Some(AnsiColor::Black | AnsiColor::BrightBlack) => "#6e7681",
        Some(AnsiColor::Red | AnsiColor::BrightRed) => "#ff7b72",
        Some(AnsiColor::Green | AnsiColor::BrightGreen) => "#7ee787",
        Some(AnsiColor::Yellow | AnsiColor::BrightYellow) => "#e3b341",
        Some(AnsiColor::Blue | AnsiColor::BrightBlue) => "#79c0ff",
        Some(AnsiColor::Magenta | AnsiColor::BrightMagenta) => "#d2a8ff",
        Some(AnsiColor::Cyan | AnsiColor::BrightCyan) => "#76e3ea",
        Some(AnsiColor::White | AnsiColor::BrightWhite) | None => INK,
    }
}
