//! Two pictures as plain SVG text: the cross table as coloured squares, and ratings with their intervals.

use std::fmt::Write;

use super::RatingLine;
use super::markdown::{MOST_CROSSED, cell};
use crate::standings::Standings;

/// A picture that grows: sizes in pixels.
struct Picture {
    body: String,
    width: f64,
    height: f64,
}

const SIZE: f64 = 12.0;
/// The width of a letter, on average and with some to spare.
const LETTER: f64 = 7.8;

impl Picture {
    fn new(width: f64, height: f64) -> Self {
        Self { body: String::new(), width, height }
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        let _infallible = writeln!(self.body, "{element}");
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let text = escaped(text);
        self.put(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"));
    }

    fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], colour: &str, width: f64) {
        self.put(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"/>"
        ));
    }

    fn finish(self) -> String {
        let Self { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"{SIZE}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
        )
    }
}

/// The width that names take.
fn names_width<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    names.map(|name| name.chars().count()).max().unwrap_or(0) as f64 * LETTER + 10.0
}

/// The cross table: rows and columns in the order of the standings, blue where the row did well, amber where it did not. Of
/// many agents, the first ones.
pub fn cross_table_svg(standings: &Standings) -> String {
    let lines = &standings.lines[..standings.lines.len().min(MOST_CROSSED)];
    let cells = || lines.iter().flat_map(|row| lines.iter().map(|column| cell(standings, row.agent, column.agent)));
    let longest = cells().map(|text| text.chars().count()).max().unwrap_or(0);
    let [width, height] = [longest as f64 * LETTER + 8.0, 26.0];
    let left = names_width(lines.iter().map(|line| line.name.as_str())) + 24.0;
    let points = 80.0;
    let count = lines.len() as f64;
    let mut picture = Picture::new(left + count * width + points + 10.0, (count + 1.0) * height + 10.0);
    for (column, _) in lines.iter().enumerate() {
        picture.text(left + (column as f64 + 0.5) * width, 18.0, "middle", &(column + 1).to_string());
    }
    picture.text(left + count * width + points, 18.0, "end", "points");
    for (row, line) in lines.iter().enumerate() {
        let top = (row + 1) as f64 * height;
        let base = top + 17.0;
        picture.text(18.0, base, "end", &(row + 1).to_string());
        picture.text(24.0, base, "start", &line.name);
        for (column, other) in lines.iter().enumerate() {
            let x = left + column as f64 * width;
            let score = standings.cross[line.agent][other.agent];
            let share = f64::from(2 * score.wins + score.draws) / f64::from(2 * score.games().max(1));
            let colour = match score.games() {
                _ if line.agent == other.agent => "#dddddd".to_owned(),
                0 => "#ffffff".to_owned(),
                _ => shade(share),
            };
            picture.put(format_args!(
                "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{colour}\" \
                 stroke=\"white\"/>"
            ));
            picture.text(x + width / 2.0, base, "middle", &cell(standings, line.agent, other.agent));
        }
        picture.text(left + count * width + points, base, "end", &line.score.points.to_string());
    }
    picture.finish()
}

/// From amber over light grey to blue: told apart by those who do not tell red from green, and on grey paper by the text.
fn shade(share: f64) -> String {
    const ENDS: [[f64; 3]; 3] = [[246.0, 200.0, 130.0], [241.0, 243.0, 245.0], [158.0, 202.0, 240.0]];
    let place = (2.0 * share).clamp(0.0, 2.0);
    let from = usize::from(place >= 1.0);
    let part = place - from as f64;
    let [red, green, blue] =
        [0, 1, 2].map(|at| (ENDS[from][at] + part * (ENDS[from + 1][at] - ENDS[from][at])).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Ratings as points with their intervals, the best on top.
pub fn rating_plot_svg(ratings: &[RatingLine]) -> String {
    const ROW: f64 = 24.0;
    const PLOT: f64 = 480.0;
    let mut lines: Vec<&RatingLine> = ratings.iter().filter(|line| line.rating.is_finite()).collect();
    lines.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    let left = names_width(lines.iter().map(|line| line.name.as_str())) + 10.0;
    // Intervals may be infinite: they then end at the edge of what the ratings themselves span.
    let ends = || lines.iter().flat_map(|line| [line.low, line.rating, line.high]).filter(|end| end.is_finite());
    let low = ends().fold(f64::INFINITY, f64::min);
    let high = ends().fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = match high - low {
        span if span >= 1.0 => (low, high),
        span if span >= 0.0 => (low - 50.0, high + 50.0),
        _ => (-50.0, 50.0),
    };
    let x = |elo: f64| left + (elo.clamp(low, high) - low) / (high - low) * PLOT;
    let bottom = (lines.len() as f64 + 0.5) * ROW;
    let mut picture = Picture::new(left + PLOT + 40.0, bottom + 30.0);
    let step = tick_step(high - low);
    let ticks = (low / step).ceil() as i64..=(high / step).floor() as i64;
    for tick in ticks.map(|tick| tick as f64 * step) {
        picture.line([x(tick), ROW / 2.0], [x(tick), bottom], "#dddddd", 1.0);
        picture.text(x(tick), bottom + 18.0, "middle", &format!("{tick:.0}"));
    }
    for (row, line) in lines.iter().enumerate() {
        let y = (row + 1) as f64 * ROW;
        picture.text(left - 10.0, y + 4.0, "end", &line.name);
        // An end that is no number is taken as no interval on that side.
        let [from, to] = [line.low.min(line.rating), line.high.max(line.rating)];
        picture.line([x(from), y], [x(to), y], "#4477aa", 2.0);
        picture.put(format_args!("<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#4477aa\"/>", x(line.rating)));
    }
    picture.finish()
}

/// A round number of Elo that gives four to ten ticks.
fn tick_step(span: f64) -> f64 {
    let power = 10f64.powf((span / 10.0).log10().floor()).max(1.0);
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| span / step <= 10.0).unwrap_or(span)
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            _ if character.is_control() => safe.push(' '),
            _ => safe.push(character),
        }
    }
    safe
}
