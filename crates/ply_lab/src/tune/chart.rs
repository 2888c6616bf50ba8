//! The course of a tuning as a picture and as a table: the score and every number over the generations.

use std::fmt::Write as _;

use super::space::Space;
use super::tuner::Generation;
use crate::figure::{CLOSED, COLOURS, FAINT, GRID, WIDTH, escaped, line, opened};

/// A panel of the picture.
struct Panel {
    title: String,
    /// From the bottom to the top.
    range: (f64, f64),
    /// What is drawn, the most important last.
    series: Vec<Vec<f64>>,
}

const COLUMNS: usize = 2;
const PANEL: (f64, f64) = (WIDTH / COLUMNS as f64, 170.0);
const TOP: f64 = 64.0;
/// What titles and numbers take of a panel: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (62.0, 20.0, 30.0, 30.0);

fn panels(space: &Space, history: &[Generation]) -> Vec<Panel> {
    let of = |get: &dyn Fn(&Generation) -> f64| history.iter().map(get).collect::<Vec<f64>>();
    let mut panels = Vec::new();
    if history.iter().all(|generation| generation.best.is_some()) {
        let best = of(&|generation| generation.best.unwrap_or(0.5));
        let mean = of(&|generation| generation.mean.unwrap_or(0.5));
        let series = vec![mean, best];
        panels.push(Panel { title: "score".to_owned(), range: bounds(&series), series });
    }
    let spread = vec![of(&|generation| generation.spread)];
    let (_, most) = bounds(&spread);
    panels.push(Panel { title: "spread of the population".to_owned(), range: (0.0, most), series: spread });
    for (place, axis) in space.axes.iter().enumerate() {
        let series = vec![of(&|generation| generation.centre[place]), of(&|generation| generation.values[place])];
        let range = bounds(&[&series[..], &[vec![axis.start]]].concat());
        panels.push(Panel { title: axis.name.clone(), range, series });
    }
    panels
}

/// Between the least and the most of some series, with some air.
fn bounds(series: &[Vec<f64>]) -> (f64, f64) {
    let values = || series.iter().flatten().copied();
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let air = ((most - least) * 0.08).max(1e-3);
    if least <= most { (least - air, most + air) } else { (0.0, 1.0) }
}

/// The picture.
pub fn chart_svg(title: &str, space: &Space, history: &[Generation]) -> String {
    let panels = panels(space, history);
    let height = TOP + PANEL.1 * panels.len().div_ceil(COLUMNS) as f64 + 16.0;
    let mut svg = opened(title, [WIDTH, height], 13);
    writeln!(
        svg,
        "<text x=\"24\" y=\"48\" fill=\"{FAINT}\"><tspan fill=\"{}\">the best</tspan> and <tspan fill=\"{}\">the mean\
         </tspan> of each generation</text>",
        COLOURS[0], COLOURS[1],
    )
    .expect("writing to a string cannot fail");
    for (place, panel) in panels.iter().enumerate() {
        let corner = ((place % COLUMNS) as f64 * PANEL.0, TOP + (place / COLUMNS) as f64 * PANEL.1);
        draw(&mut svg, panel, corner, history.len());
    }
    svg + CLOSED
}

fn draw(svg: &mut String, panel: &Panel, corner: (f64, f64), generations: usize) {
    let (left, right) = (corner.0 + MARGIN.0, corner.0 + PANEL.0 - MARGIN.1);
    let (top, bottom) = (corner.1 + MARGIN.2, corner.1 + PANEL.1 - MARGIN.3);
    let (least, most) = panel.range;
    let across =
        |generation: usize| left + (right - left) * generation as f64 / generations.saturating_sub(1).max(1) as f64;
    let up = |value: f64| bottom - (bottom - top) * ((value - least) / (most - least)).clamp(0.0, 1.0);
    line(svg, format!("<text x=\"{left}\" y=\"{}\" font-weight=\"600\">{}</text>", top - 8.0, escaped(&panel.title)));
    for value in [least, (least + most) / 2.0, most] {
        let y = up(value);
        line(svg, format!("<path d=\"M{left} {y:.1}H{right}\" stroke=\"{GRID}\"/>"));
        let (x, y, text) = (left - 8.0, y + 4.0, short(value));
        line(svg, format!("<text x=\"{x}\" y=\"{y:.1}\" fill=\"{FAINT}\" text-anchor=\"end\">{text}</text>"));
    }
    for (generation, anchor) in [(0, "start"), (generations.saturating_sub(1), "end")] {
        let (x, y) = (across(generation), bottom + 17.0);
        let text =
            format!("<text x=\"{x:.1}\" y=\"{y}\" fill=\"{FAINT}\" text-anchor=\"{anchor}\">{generation}</text>");
        line(svg, text);
    }
    for (place, values) in panel.series.iter().enumerate() {
        let colour = COLOURS[panel.series.len() - 1 - place];
        let point = |(generation, value): (usize, &f64)| format!("{:.1},{:.1}", across(generation), up(*value));
        let points: Vec<String> = values.iter().enumerate().map(point).collect();
        let points = points.join(" ");
        line(svg, format!("<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/>"));
    }
}

/// Three digits or so.
fn short(value: f64) -> String {
    if value.abs() >= 100.0 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// The table: a line a generation.
pub fn csv(space: &Space, history: &[Generation]) -> String {
    let names = space.axes.iter().map(|axis| axis.name.clone());
    let means = space.axes.iter().map(|axis| format!("{} (mean)", axis.name));
    let headings: Vec<String> = names.chain(means).collect();
    let mut text = format!("generation,games,best,mean,spread,{}\n", headings.join(","));
    let known = |score: Option<f64>| score.map_or(String::new(), |score| format!("{score:.4}"));
    for (number, generation) in history.iter().enumerate() {
        let Generation { games, best, mean, spread, values, centre } = generation;
        let values: Vec<String> = values.iter().chain(centre).map(ToString::to_string).collect();
        let (best, mean, values) = (known(*best), known(*mean), values.join(","));
        let _infallible = writeln!(text, "{number},{games},{best},{mean},{spread:.4},{values}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::Axis;

    #[test]
    fn every_number_has_a_panel_and_every_generation_a_line() {
        let axis = |name: &str| Axis { name: name.to_owned(), least: 0.0, most: 10.0, start: 5.0, whole: true };
        let space = Space { axes: vec![axis("shape"), axis("<colour>")] };
        let generation = |games: usize| Generation {
            games,
            best: Some(0.6),
            mean: Some(0.5),
            spread: 0.2,
            values: vec![3.0, 4.0],
            centre: vec![5.0, 6.0],
        };
        let history = [generation(10), generation(20)];
        let svg = chart_svg("simpai", &space, &history);
        assert_eq!(svg.matches("<polyline").count(), 2 + 1 + 2 * 2);
        assert!(svg.contains("&lt;colour>") && svg.ends_with("</svg>\n"));
        let table = csv(&space, &history);
        assert_eq!(table.lines().count(), 3);
        assert_eq!(table.lines().nth(1), Some("0,10,0.6000,0.5000,0.2000,3,4,5,6"));
        let duels = [Generation { best: None, mean: None, ..generation(10) }];
        assert_eq!(chart_svg("simpai", &space, &duels).matches("<polyline").count(), 1 + 2 * 2);
    }
}
