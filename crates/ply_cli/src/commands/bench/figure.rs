//! A figure in SVG: one row a label, one mark a game, on a logarithmic scale. It has a background of its own, so it can
//! be read on light and dark pages.

use std::fmt::Write as _;

/// One row of marks.
pub struct Row {
    /// What it is about.
    pub label: String,
    /// One value a game, more than 0.
    pub values: Vec<f64>,
}

/// What is drawn.
pub struct Figure {
    /// Stands above.
    pub title: String,
    /// Whose marks they are.
    pub games: Vec<String>,
    /// From the top down.
    pub rows: Vec<Row>,
}

const WIDTH: f64 = 860.0;
const LEFT: f64 = 210.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 46.0;
const ROW: f64 = 34.0;
/// Legend entries in a line.
const LEGEND_COLUMNS: usize = 3;
const LEGEND_ROW: f64 = 22.0;

const BACKGROUND: &str = "#161b22";
const FRAME: &str = "#2b323c";
const GRID: &str = "#30363d";
const TEXT: &str = "#c9d1d9";
const FAINT: &str = "#8b949e";
/// Told apart by eyes that do not see red and green as different, too; shapes help as well.
const COLOURS: [&str; 6] = ["#58a6ff", "#e3b341", "#7ee787", "#ff7b72", "#d2a8ff", "#c9d1d9"];

impl Figure {
    /// The powers of ten that the scale spans.
    fn decades(&self) -> (i32, i32) {
        let logs = self.rows.iter().flat_map(|row| &row.values).map(|value| value.log10());
        let (least, most) = logs.fold((0.0f64, 0.0f64), |(least, most), log| (least.min(log), most.max(log)));
        (least.floor() as i32, (most.ceil() as i32).max(1))
    }

    /// The file.
    pub fn svg(&self) -> String {
        let (first, last) = self.decades();
        let across = |value: f64| {
            let share = (value.log10() - f64::from(first)) / f64::from(last - first);
            LEFT + share * (WIDTH - LEFT - RIGHT)
        };
        let bottom = TOP + ROW * self.rows.len() as f64;
        let legend_rows = self.games.len().div_ceil(LEGEND_COLUMNS);
        let height = bottom + 44.0 + LEGEND_ROW * legend_rows as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
             <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"12\" fill=\"{BACKGROUND}\" stroke=\"{FRAME}\"/>\n\
             <g font-family=\"system-ui,Segoe UI,Helvetica,Arial,sans-serif\" font-size=\"14\" fill=\"{TEXT}\">\n\
             <text x=\"24\" y=\"28\" font-weight=\"600\">{title}</text>\n",
            WIDTH - 1.0,
            height - 1.0,
            title = escaped(&self.title),
        );
        self.grid(&mut svg, (first, last), across, bottom);
        for (number, row) in self.rows.iter().enumerate() {
            let y = TOP + ROW * (number as f64 + 0.5);
            let label = escaped(&row.label);
            line(&mut svg, format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>", LEFT - 14.0, y + 5.0));
            for (game, &value) in row.values.iter().enumerate() {
                line(&mut svg, mark(game, across(value), y));
            }
        }
        self.legend(&mut svg, bottom + 52.0);
        svg + "</g>\n</svg>\n"
    }

    fn grid(&self, svg: &mut String, decades: (i32, i32), across: impl Fn(f64) -> f64, bottom: f64) {
        for decade in decades.0..=decades.1 {
            for step in 1..10 {
                let value = f64::from(step) * 10f64.powi(decade);
                if decade == decades.1 && step > 1 {
                    break;
                }
                let x = across(value);
                let (colour, width) =
                    if value == 1.0 { (FAINT, 1.5) } else { (GRID, if step == 1 { 1.0 } else { 0.4 }) };
                line(svg, format!("<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"));
                if step == 1 {
                    let y = bottom + 20.0;
                    line(
                        svg,
                        format!(
                            "<text x=\"{x:.1}\" y=\"{y}\" fill=\"{FAINT}\" text-anchor=\"middle\">x {value}</text>"
                        ),
                    );
                }
            }
        }
    }

    fn legend(&self, svg: &mut String, top: f64) {
        let width = (WIDTH - 48.0) / LEGEND_COLUMNS as f64;
        for (game, name) in self.games.iter().enumerate() {
            let x = 34.0 + width * (game % LEGEND_COLUMNS) as f64;
            let y = top + LEGEND_ROW * (game / LEGEND_COLUMNS) as f64;
            line(svg, mark(game, x, y - 5.0));
            line(svg, format!("<text x=\"{}\" y=\"{y}\">{}</text>", x + 14.0, escaped(name)));
        }
    }
}

fn line(svg: &mut String, text: String) {
    writeln!(svg, "{text}").expect("writing to a string cannot fail");
}

/// The mark of a game: a shape and a colour of its own.
fn mark(game: usize, x: f64, y: f64) -> String {
    let colour = COLOURS[game % COLOURS.len()];
    let shape = match game % 5 {
        0 => "m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0",
        1 => "m-5-5h10v10h-10z",
        2 => "m0-6.5l6 10.5h-12z",
        3 => "m0-6.5l6.5 6.5l-6.5 6.5l-6.5-6.5z",
        _ => "m0 6.5l6-10.5h-12z",
    };
    format!("<path d=\"M{x:.1} {y:.1}{shape}\" fill=\"{colour}\" fill-opacity=\".85\" stroke=\"{BACKGROUND}\"/>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_has_a_mark_for_every_value_and_a_name_for_every_game() {
        let rows = vec![
            Row { label: "no <table>".to_owned(), values: vec![0.4, 12.0] },
            Row { label: "pruning only".to_owned(), values: vec![1.0, 250.0] },
        ];
        let figure = Figure { title: "nodes".to_owned(), games: vec!["one".to_owned(), "two".to_owned()], rows };
        assert_eq!(figure.decades(), (-1, 3));
        let svg = figure.svg();
        assert_eq!(svg.matches("fill-opacity").count(), 4 + 2);
        assert!(svg.contains(">two<") && svg.contains("no &lt;table>") && svg.ends_with("</svg>\n"));
    }
}
