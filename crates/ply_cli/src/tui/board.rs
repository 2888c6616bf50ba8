//! A game's drawing inside a frame of the screen: scrolled where it does not fit, the cursor always in sight.

use anstyle::{Ansi256Color, Color as AnsiStyleColor, Effects, Style as AnsiStyle};
use ply_game::Canvas;
use ratatui::Frame;
use ratatui::buffer::Cell;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Modifier, Style};

/// How much room a drawing takes.
pub fn board_size(canvas: &Canvas) -> Size {
    let width = canvas.rows().iter().map(Vec::len).max().unwrap_or(0);
    Size { width: width as u16, height: canvas.rows().len() as u16 }
}

/// Draws the board into the area. Of a board that is larger than that, the part around the cursor is shown.
pub fn show_board(frame: &mut Frame<'_>, area: Rect, canvas: &Canvas, cursor: Option<(usize, usize)>, colour: bool) {
    let size = board_size(canvas);
    let (row, column) = cursor.unwrap_or((0, 0));
    let top = scroll(row, size.height.into(), area.height.into());
    let left = scroll(column, size.width.into(), area.width.into());
    let buffer = frame.buffer_mut();
    for (y, line) in canvas.rows().iter().skip(top).take(area.height.into()).enumerate() {
        for (x, &(character, style)) in line.iter().skip(left).take(area.width.into()).enumerate() {
            let cell = &mut buffer[(area.x + x as u16, area.y + y as u16)];
            cell.set_char(character);
            cell.set_style(converted(style, colour));
        }
    }
    let Some((row, column)) = cursor else { return };
    let mut on_screen = |column: usize, change: &dyn Fn(&mut Cell)| {
        let (x, y) = (column.wrapping_sub(left), row.wrapping_sub(top));
        if x < area.width.into() && y < area.height.into() {
            change(&mut buffer[(area.x + x as u16, area.y + y as u16)]);
        }
    };
    on_screen(column, &|cell| {
        cell.set_style(Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
    });
    for (column, mark) in [(column.wrapping_sub(1), '>'), (column + 1, '<')] {
        on_screen(column, &|cell| {
            if cell.symbol() == " " {
                cell.set_char(mark);
            }
        });
    }
}

/// How far to scroll so that the place is in sight, in the middle if it can be.
fn scroll(place: usize, whole: usize, seen: usize) -> usize {
    place.saturating_sub(seen / 2).min(whole.saturating_sub(seen))
}

fn converted(style: AnsiStyle, colour: bool) -> Style {
    let mut to = Style::new();
    if colour {
        to.fg = style.get_fg_color().map(converted_colour);
        to.bg = style.get_bg_color().map(converted_colour);
    }
    let effects = style.get_effects();
    let pairs =
        [(Effects::BOLD, Modifier::BOLD), (Effects::DIMMED, Modifier::DIM), (Effects::INVERT, Modifier::REVERSED)];
    for (effect, modifier) in pairs {
        if effects.contains(effect) {
            to = to.add_modifier(modifier);
        }
    }
    to
}

fn converted_colour(colour: AnsiStyleColor) -> Color {
    match colour {
        AnsiStyleColor::Ansi(colour) => Color::Indexed(colour as u8 % 16),
        AnsiStyleColor::Ansi256(Ansi256Color(index)) => Color::Indexed(index),
        AnsiStyleColor::Rgb(rgb) => Color::Rgb(rgb.0, rgb.1, rgb.2),
    }
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;

    #[test]
    fn colours_keep_their_numbers() {
        let convert = |colour: AnsiColor| converted_colour(colour.into());
        assert_eq!(convert(AnsiColor::Black), Color::Indexed(0));
        assert_eq!(convert(AnsiColor::Red), Color::Indexed(1));
        assert_eq!(convert(AnsiColor::BrightWhite), Color::Indexed(15));
    }

    #[test]
    fn a_board_that_fits_is_not_scrolled_and_a_large_one_shows_its_ends() {
        assert_eq!(scroll(9, 10, 20), 0);
        assert_eq!(scroll(0, 100, 20), 0);
        assert_eq!(scroll(50, 100, 20), 40);
        assert_eq!(scroll(99, 100, 20), 80);
    }
}
