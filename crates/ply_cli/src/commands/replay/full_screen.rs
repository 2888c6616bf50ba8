//! A game on the whole screen, back and forth.

use std::time::{Duration, Instant};

use anyhow::Result;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Replay;
use crate::output::Screen;
use crate::tui::{Happening, Terminal, show_board};

const TICK: Duration = Duration::from_millis(100);
/// Time between two boards when the game runs by itself.
const PACE: Duration = Duration::from_millis(700);

pub fn run(screen: Screen, replay: &Replay) -> Result<()> {
    let mut terminal = Terminal::take()?;
    let mut app = App { screen, replay, at: 0, typed: String::new(), running: None, leaving: false };
    while !app.leaving {
        terminal.draw(|frame| app.draw(frame))?;
        match terminal.wait(TICK)? {
            Happening::Key(key) => app.press(key),
            Happening::Resized | Happening::Nothing => app.run_on(),
            Happening::Ended => app.leaving = true,
        }
    }
    Ok(())
}

struct App<'a> {
    screen: Screen,
    replay: &'a Replay,
    at: usize,
    typed: String,
    /// When the next board comes, while the game runs by itself.
    running: Option<Instant>,
    leaving: bool,
}

impl App<'_> {
    fn last(&self) -> usize {
        self.replay.boards.len() - 1
    }

    fn run_on(&mut self) {
        if self.running.is_some_and(|next| Instant::now() >= next) {
            self.at = (self.at + 1).min(self.last());
            self.running = (self.at < self.last()).then(|| Instant::now() + PACE);
        }
    }

    fn press(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let step = 10;
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => self.leaving = true,
            KeyCode::Char('c' | 'd') if control => self.leaving = true,
            KeyCode::Char(' ') => {
                self.running = if self.running.is_some() { None } else { Some(Instant::now()) };
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() && self.typed.len() < 6 => self.typed.push(digit),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Enter if !self.typed.is_empty() => {
                self.at = std::mem::take(&mut self.typed).parse().unwrap_or(self.at).min(self.last());
            }
            KeyCode::Right | KeyCode::Enter | KeyCode::Char('n') => self.at = (self.at + 1).min(self.last()),
            KeyCode::Left | KeyCode::Char('b') => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::PageDown => self.at = (self.at + step).min(self.last()),
            KeyCode::Up | KeyCode::PageUp => self.at = self.at.saturating_sub(step),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.last(),
            _ => {}
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let shown = &self.replay.boards[self.at];
        let heading = self.replay.heading.trim_end();
        let rows = heading.lines().count() as u16 + 1;
        let words = shown.words.lines().count() as u16;
        let [top, board, said, foot] = Layout::vertical([
            Constraint::Length(rows),
            Constraint::Fill(1),
            Constraint::Length(words),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        frame.render_widget(Paragraph::new(heading), top);
        show_board(frame, board, &shown.canvas, None, self.screen.colour);
        frame.render_widget(Paragraph::new(shown.words.as_str()), said);
        let place = format!("{} of {} {}", self.at, self.last(), self.typed);
        let keys = "  left/right step, up/down ten, a number and Enter jumps, space runs, q leaves";
        let dim = Style::new().add_modifier(Modifier::DIM);
        let line = Line::from(vec![place.into(), ratatui::text::Span::styled(keys, dim)]);
        frame.render_widget(line, foot);
    }
}
