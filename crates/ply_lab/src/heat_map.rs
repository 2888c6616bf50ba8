//! A heat map in SVG: a grid of shares, each cell with its number, from blue (nothing) over a light grey (one half) to
//! amber (everything). Its numbers are a table too.

use std::fmt::Write as _;

use crate::figure::{CLOSED, csv_field, escaped, opened};

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatMap {
    /// Stands above.
    pub title: String,
    /// What the rows and the columns are.
    pub axes: [String; 2],
    /// The names of the rows, from the top down, with their cells: percent, where there is a number.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
    /// The names of the columns.
    pub columns: Vec<String>,
}

const CELL: [f64; 2] = [64.0, 34.0];
const LEFT: f64 = 110.0;
const TOP: f64 = 84.0;
/// The width of a letter of the title, at most on the whole.
const BOLD_LETTER: f64 = 8.5;
/// Red, green and blue at nothing, one half and everything.
const COLOURS: [[f64; 3]; 3] = [[104.0, 168.0, 222.0], [241.0, 243.0, 245.0], [240.0, 173.0, 78.0]];

impl HeatMap {
    /// The file.
    pub fn svg(&self) -> String {
        let of_title = 48.0 + BOLD_LETTER * self.title.chars().count() as f64;
        let width = (LEFT + CELL[0] * self.columns.len() as f64 + 24.0).max(of_title);
        let height = TOP + CELL[1] * self.rows.len() as f64 + 24.0;
        let mut svg = opened(&self.title, [width, height], 14);
        let mut text = |x: f64, y: f64, anchor: &str, words: &str| {
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(words))
                .expect("writing to a string cannot fail");
        };
        text(24.0, TOP - 8.0, "start", &self.axes[0]);
        text(LEFT, TOP - 30.0, "start", &self.axes[1]);
        let across = |column: usize| LEFT + CELL[0] * column as f64;
        for (column, name) in self.columns.iter().enumerate() {
            text(across(column) + CELL[0] / 2.0, TOP - 8.0, "middle", name);
        }
        for (row, (name, _)) in self.rows.iter().enumerate() {
            text(LEFT - 14.0, TOP + CELL[1] * row as f64 + 22.0, "end", name);
        }
        for (row, (_, cells)) in self.rows.iter().enumerate() {
            for (column, percent) in cells.iter().enumerate() {
                let Some(percent) = percent else { continue };
                let (x, y) = (across(column), TOP + CELL[1] * row as f64);
                writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{}\"/>\
                     <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{percent:.0}</text>",
                    CELL[0] - 2.0,
                    CELL[1] - 2.0,
                    colour(percent / 100.0),
                    x + CELL[0] / 2.0,
                    y + 22.0,
                )
                .expect("writing to a string cannot fail");
            }
        }
        svg + CLOSED
    }

    /// The numbers: a line for each row, under the names of the columns.
    pub fn csv(&self) -> String {
        let [rows, columns] = &self.axes;
        let fields = |first: String, rest: Vec<String>| [vec![first], rest].concat().join(",") + "\n";
        let names = self.columns.iter().map(|name| csv_field(&format!("{columns} {name}")));
        let mut text = fields(csv_field(rows), names.collect());
        for (name, cells) in &self.rows {
            let numbers = cells.iter().map(|cell| cell.map_or(String::new(), |percent| percent.to_string()));
            text += &fields(csv_field(name), numbers.collect());
        }
        text
    }
}

/// The colour of a share.
fn colour(share: f64) -> String {
    let place = 2.0 * share.clamp(0.0, 1.0);
    let (from, to) = if place < 1.0 { (COLOURS[0], COLOURS[1]) } else { (COLOURS[1], COLOURS[2]) };
    let part = if place < 1.0 { place } else { place - 1.0 };
    let [red, green, blue] = [0, 1, 2].map(|at| (from[at] + part * (to[at] - from[at])).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_cell_and_one_half_is_grey() {
        let map = HeatMap {
            title: "a & b".to_owned(),
            axes: ["depth".to_owned(), "breadth".to_owned()],
            rows: vec![("1".to_owned(), vec![Some(0.0), Some(50.0)]), ("2".to_owned(), vec![None, Some(100.0)])],
            columns: vec!["2".to_owned(), "4".to_owned()],
        };
        let svg = map.svg();
        assert_eq!(svg.matches("rx=\"3\"").count(), 3);
        assert!(svg.contains("a &amp; b") && svg.contains(">breadth<") && svg.ends_with("</svg>\n"));
        assert_eq!([0.0, 0.5, 1.0].map(colour), ["#68a8de", "#f1f3f5", "#f0ad4e"]);
        assert_eq!(map.csv(), "depth,breadth 2,breadth 4\n1,0,50\n2,,100\n");
    }
}
