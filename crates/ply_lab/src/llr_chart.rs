//! The course of a sequential test as a picture and as a table: the log-likelihood ratio between its two bounds.

use std::fmt::Write as _;

use ply_arena::LlrPoint;
use ply_arena::stats::SprtStatus;

use crate::figure::{CLOSED, COLOURS, FAINT, GRID, WIDTH, line, opened};

const HEIGHT: f64 = 300.0;
/// What titles and numbers take: left, right, top, bottom.
const MARGIN: [f64; 4] = [70.0, 30.0, 60.0, 40.0];

/// The picture.
pub fn svg(title: &str, course: &[LlrPoint], status: &SprtStatus) -> String {
    let [left, right] = [MARGIN[0], WIDTH - MARGIN[1]];
    let [top, bottom] = [MARGIN[2], HEIGHT - MARGIN[3]];
    let games = course.last().map_or(1, |point| point.games);
    let values = || course.iter().map(|point| point.llr);
    let (least, most) = (values().fold(status.lower, f64::min), values().fold(status.upper, f64::max));
    let air = (most - least) * 0.06;
    let (least, most) = (least - air, most + air);
    let across = |played: u64| left + (right - left) * played as f64 / games as f64;
    let up = |llr: f64| bottom - (bottom - top) * (llr - least) / (most - least);
    let mut svg = opened(title, [WIDTH, HEIGHT], 13);
    for (value, label, dash) in [
        (status.upper, "accept", " stroke-dasharray=\"6 4\""),
        (0.0, "", ""),
        (status.lower, "reject", " stroke-dasharray=\"6 4\""),
    ] {
        let (y, colour) = (up(value), if label.is_empty() { GRID } else { FAINT });
        line(&mut svg, format!("<path d=\"M{left} {y:.1}H{right}\" stroke=\"{colour}\"{dash}/>"));
        let x = left - 8.0;
        line(
            &mut svg,
            format!("<text x=\"{x}\" y=\"{:.1}\" fill=\"{FAINT}\" text-anchor=\"end\">{value:+.2}</text>", y + 4.0),
        );
        line(
            &mut svg,
            format!("<text x=\"{right}\" y=\"{:.1}\" fill=\"{FAINT}\" text-anchor=\"end\">{label}</text>", y - 5.0),
        );
    }
    for (played, anchor) in [(0, "start"), (games, "end")] {
        let (x, y) = (across(played), bottom + 24.0);
        let words = if played == 0 { "0".to_owned() } else { format!("{played} games") };
        line(
            &mut svg,
            format!("<text x=\"{x:.1}\" y=\"{y}\" fill=\"{FAINT}\" text-anchor=\"{anchor}\">{words}</text>"),
        );
    }
    let start = LlrPoint { games: 0, llr: 0.0 };
    let points =
        std::iter::once(&start).chain(course).map(|point| format!("{:.1},{:.1}", across(point.games), up(point.llr)));
    let points = points.collect::<Vec<_>>().join(" ");
    line(
        &mut svg,
        format!("<polyline points=\"{points}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>", COLOURS[0]),
    );
    svg + CLOSED
}

/// The table: games and ratio.
pub fn csv(course: &[LlrPoint]) -> String {
    let mut text = "games,llr\n".to_owned();
    for LlrPoint { games, llr } in course {
        writeln!(text, "{games},{llr:.4}").expect("writing to a string cannot fail");
    }
    text
}

#[cfg(test)]
mod tests {
    use ply_arena::stats::Decision;

    use super::*;

    #[test]
    fn the_picture_has_both_bounds_and_a_point_for_each_of_the_course() {
        let status = SprtStatus { llr: 3.1, lower: -2.94, upper: 2.94, decision: Decision::AcceptH1 };
        let course: Vec<LlrPoint> = (1..=4).map(|pair| LlrPoint { games: 2 * pair, llr: pair as f64 * 0.7 }).collect();
        let svg = svg("new & old", &course, &status);
        assert!(svg.contains(">+2.94<") && svg.contains(">-2.94<") && svg.contains(">8 games<"), "{svg}");
        assert!(svg.contains("new &amp; old") && svg.ends_with("</svg>\n"));
        let polyline = svg.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a line");
        assert_eq!(polyline.split(' ').count(), 5);
        assert_eq!(csv(&course).lines().nth(2), Some("4,1.4000"));
    }
}
