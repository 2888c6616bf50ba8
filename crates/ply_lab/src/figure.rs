//! A figure in SVG: one row a label, one mark a series, on a logarithmic scale or on one of shares. It stands on white, so
//! that it can be read on light and dark pages and be printed; its numbers are a table too.

use std::fmt::Write as _;

/// A value of a series in a row, with its interval where it has one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// Where it stands; more than 0 on a logarithmic scale.
    pub value: f64,
    /// From where to where it may be.
    pub interval: Option<[f64; 2]>,
}

impl Mark {
    /// A value that is known exactly.
    pub fn at(value: f64) -> Self {
        Self { value, interval: None }
    }
}

/// One row of marks.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What it is about.
    pub label: String,
    /// One mark a series, where there is one.
    pub marks: Vec<Option<Mark>>,
}

/// What stands below a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Powers of ten, with a word before the numbers (`x` for multiples).
    Powers(&'static str),
    /// From 0 to 100 %.
    Shares,
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Stands above.
    pub title: String,
    /// Whose marks they are.
    pub series: Vec<String>,
    /// From the top down.
    pub rows: Vec<Row>,
    /// What the marks are measured on.
    pub scale: Scale,
}

pub(crate) const WIDTH: f64 = 860.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 46.0;
const ROW: f64 = 34.0;
/// The least and the most that labels take, and what a letter does.
const LABELS: [f64; 2] = [210.0, 420.0];
const LETTER: f64 = 7.4;
/// Legend entries in a line.
const LEGEND_COLUMNS: usize = 3;
const LEGEND_ROW: f64 = 22.0;

pub(crate) const BACKGROUND: &str = "#ffffff";
pub(crate) const FRAME: &str = "#d5dae1";
pub(crate) const GRID: &str = "#e1e5ea";
pub(crate) const TEXT: &str = "#1f2328";
pub(crate) const FAINT: &str = "#59636e";
/// Told apart by eyes that do not see red and green as different, too, and of different darkness on grey paper; shapes help
/// as well.
// CITE: Okabe and Ito, Color Universal Design, 2008
pub(crate) const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#5b3e96", "#1f2328"];

/// A line of the grid: where, how strong, and what stands below.
struct Tick {
    value: f64,
    colour: &'static str,
    width: f64,
    label: Option<String>,
}

/// The beginning of a figure: its frame and its title. What follows is drawn within it, and ends with [`CLOSED`].
pub(crate) fn opened(title: &str, [width, height]: [f64; 2], font: u8) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
         <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"12\" fill=\"{BACKGROUND}\" stroke=\"{FRAME}\"/>\n\
         <g font-family=\"system-ui,Segoe UI,Helvetica,Arial,sans-serif\" font-size=\"{font}\" fill=\"{TEXT}\">\n\
         <text x=\"24\" y=\"28\" font-weight=\"600\">{title}</text>\n",
        width - 1.0,
        height - 1.0,
    )
}

/// The end of a figure.
pub(crate) const CLOSED: &str = "</g>\n</svg>\n";

impl Figure {
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        let ends =
            |mark: &Mark| [Some(mark.value), mark.interval.map(|ends| ends[0]), mark.interval.map(|ends| ends[1])];
        self.rows.iter().flat_map(|row| row.marks.iter().flatten()).flat_map(ends).flatten()
    }

    /// The powers of ten that a logarithmic scale spans.
    fn decades(&self) -> (i32, i32) {
        let logs = self.values().map(f64::log10).filter(|log| log.is_finite());
        let (least, most) = logs.fold((0.0f64, 0.0f64), |(least, most), log| (least.min(log), most.max(log)));
        (least.floor() as i32, (most.ceil() as i32).max(1))
    }

    /// Where a value stands between the left end of the scale (0) and the right end (1).
    fn share(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Shares => value,
            Scale::Powers(_) => {
                let (first, last) = self.decades();
                (value.log10() - f64::from(first)) / f64::from(last - first)
            }
        }
        .clamp(0.0, 1.0)
    }

    fn ticks(&self) -> Vec<Tick> {
        match self.scale {
            Scale::Shares => (0..=10)
                .map(|tenth| Tick {
                    value: f64::from(tenth) / 10.0,
                    colour: if tenth == 5 { FAINT } else { GRID },
                    width: if tenth == 5 { 1.5 } else { 1.0 },
                    label: (tenth % 2 == 0 || tenth == 5).then(|| format!("{} %", 10 * tenth)),
                })
                .collect(),
            Scale::Powers(word) => {
                let (first, last) = self.decades();
                let within =
                    |decade: i32| (1..10).take(if decade == last { 1 } else { 9 }).map(move |step| (decade, step));
                let tick = |(decade, step): (i32, i32)| {
                    let value = f64::from(step) * 10f64.powi(decade);
                    let (colour, width) =
                        if value == 1.0 { (FAINT, 1.5) } else { (GRID, if step == 1 { 1.0 } else { 0.4 }) };
                    Tick {
                        value,
                        colour,
                        width,
                        label: (step == 1).then(|| format!("{word} {value}").trim().to_owned()),
                    }
                };
                (first..=last).flat_map(within).map(tick).collect()
            }
        }
    }

    /// The width that labels take.
    fn left(&self) -> f64 {
        let longest = self.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
        (longest as f64 * LETTER + 34.0).clamp(LABELS[0], LABELS[1])
    }

    /// The file.
    pub fn svg(&self) -> String {
        let left = self.left();
        let across = |value: f64| left + self.share(value) * (WIDTH - left - RIGHT);
        let bottom = TOP + ROW * self.rows.len() as f64;
        let legend_rows = self.series.len().div_ceil(LEGEND_COLUMNS);
        let height = bottom + 44.0 + LEGEND_ROW * legend_rows as f64;
        let mut svg = opened(&self.title, [WIDTH, height], 14);
        for tick in self.ticks() {
            let Tick { value, colour, width, label } = tick;
            let x = across(value);
            line(
                &mut svg,
                format!("<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"),
            );
            if let Some(label) = label {
                let y = bottom + 20.0;
                let text =
                    format!("<text x=\"{x:.1}\" y=\"{y}\" fill=\"{FAINT}\" text-anchor=\"middle\">{label}</text>");
                line(&mut svg, text);
            }
        }
        for (number, row) in self.rows.iter().enumerate() {
            let y = TOP + ROW * (number as f64 + 0.5);
            let label = escaped(&row.label);
            line(&mut svg, format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>", left - 14.0, y + 5.0));
            for (series, mark) in row.marks.iter().enumerate() {
                let Some(Mark { value, interval }) = mark else { continue };
                if let Some(ends) = interval {
                    let [from, to] = ends.map(across);
                    let colour = COLOURS[series % COLOURS.len()];
                    line(
                        &mut svg,
                        format!("<path d=\"M{from:.1} {y}H{to:.1}\" stroke=\"{colour}\" stroke-width=\"2\"/>"),
                    );
                }
                line(&mut svg, shape(series, across(*value), y));
            }
        }
        self.legend(&mut svg, bottom + 52.0);
        svg + CLOSED
    }

    /// The numbers: a line for each mark, with its interval where it has one.
    pub fn csv(&self) -> String {
        let mut text = "row,series,value,low,high\n".to_owned();
        for row in &self.rows {
            for (name, mark) in self.series.iter().zip(&row.marks) {
                let Some(Mark { value, interval }) = mark else { continue };
                let ends = interval.map_or([String::new(), String::new()], |ends| ends.map(|end| end.to_string()));
                line(&mut text, format!("{},{},{value},{}", csv_field(&row.label), csv_field(name), ends.join(",")));
            }
        }
        text
    }

    fn legend(&self, svg: &mut String, top: f64) {
        let width = (WIDTH - 48.0) / LEGEND_COLUMNS as f64;
        for (series, name) in self.series.iter().enumerate() {
            let x = 34.0 + width * (series % LEGEND_COLUMNS) as f64;
            let y = top + LEGEND_ROW * (series / LEGEND_COLUMNS) as f64;
            line(svg, shape(series, x, y - 5.0));
            line(svg, format!("<text x=\"{}\" y=\"{y}\">{}</text>", x + 14.0, escaped(name)));
        }
    }
}

pub(crate) fn line(svg: &mut String, text: String) {
    writeln!(svg, "{text}").expect("writing to a string cannot fail");
}

/// The mark of a series: a shape and a colour of its own.
fn shape(series: usize, x: f64, y: f64) -> String {
    let colour = COLOURS[series % COLOURS.len()];
    let shape = match series % 5 {
        0 => "m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0",
        1 => "m-5-5h10v10h-10z",
        2 => "m0-6.5l6 10.5h-12z",
        3 => "m0-6.5l6.5 6.5l-6.5 6.5l-6.5-6.5z",
        _ => "m0 6.5l6-10.5h-12z",
    };
    format!("<path d=\"M{x:.1} {y:.1}{shape}\" fill=\"{colour}\" fill-opacity=\".85\" stroke=\"{BACKGROUND}\"/>")
}

/// A text as a field of a table.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(label: &str, values: [f64; 2]) -> Row {
        Row { label: label.to_owned(), marks: values.map(|value| Some(Mark::at(value))).to_vec() }
    }

    fn figure(scale: Scale) -> Figure {
        let rows = vec![row("no <table>", [0.4, 12.0]), row("pruning only", [1.0, 250.0])];
        Figure { title: "nodes".to_owned(), series: vec!["one".to_owned(), "two".to_owned()], rows, scale }
    }

    #[test]
    fn a_figure_has_a_mark_for_every_value_and_a_name_for_every_series() {
        let figure = figure(Scale::Powers("x"));
        assert_eq!(figure.decades(), (-1, 3));
        let svg = figure.svg();
        assert_eq!(svg.matches("fill-opacity").count(), 4 + 2);
        assert!(svg.contains(">two<") && svg.contains("no &lt;table>") && svg.ends_with("</svg>\n"));
        assert!(svg.contains(">x 0.1<") && svg.contains(">x 1000<"));
    }

    #[test]
    fn shares_run_from_nothing_to_all_and_have_intervals() {
        let mut figure = figure(Scale::Shares);
        figure.rows[0].marks[0] = Some(Mark { value: 0.9, interval: Some([0.8, 0.95]) });
        figure.rows[0].marks[1] = None;
        let svg = figure.svg();
        assert_eq!(svg.matches("fill-opacity").count(), 3 + 2);
        assert!(svg.contains(">0 %<") && svg.contains(">100 %<"));
        assert_eq!(svg.matches("stroke-width=\"2\"").count(), 1);
        assert_eq!(
            figure.csv(),
            "row,series,value,low,high\nno <table>,one,0.9,0.8,0.95\npruning only,one,1,,\npruning only,two,250,,\n"
        );
    }
}
