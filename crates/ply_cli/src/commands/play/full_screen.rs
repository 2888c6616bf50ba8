//! The game on the whole screen: a cursor or typed moves, clocks, hints, opinions.

use std::cell::Cell;
use std::time::Duration;

use anyhow::Result;
use ply_game::{BoardGame, Canvas, View};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::panel::{self, Opinion};
use super::terminal_game::{Heard, TerminalGame};
use super::typed::{Typed, WORDS, read};
use crate::output::{Screen, Text};
use crate::tui::{Cursor, Happening, Heading, Terminal, board_size, show_board};

/// How often the clocks are drawn anew.
const TICK: Duration = Duration::from_millis(50);
/// Columns beside the board; where they are missing, the rows below it, these at least.
const PANEL_WIDTH: u16 = 30;
const LEAST_PANEL: u16 = 2;
/// Below this there is no room for a board.
const LEAST_WIDTH: u16 = 16;
const LEAST_HEIGHT: u16 = 5;

/// Plays; gives what is to be printed when the screen is as it was.
pub fn run<G: BoardGame>(screen: Screen, game: TerminalGame<G>) -> Result<Text> {
    let mut terminal = Terminal::take()?;
    let mut app = App::new(screen, game);
    app.begin_turn()?;
    while !app.leaving {
        terminal.draw(|frame| app.draw(frame))?;
        match terminal.wait(TICK)? {
            Happening::Key(key) => app.press(key)?,
            Happening::Resized | Happening::Nothing => {}
            Happening::Ended => app.leaving = true,
        }
        app.listen()?;
    }
    drop(terminal);
    Ok(app.farewell())
}

struct App<G: BoardGame> {
    screen: Screen,
    terminal: TerminalGame<G>,
    cursor: Cursor<G::Move>,
    typed: String,
    message: String,
    opinion: Option<Opinion>,
    /// The adviser's opinion is wanted all the time.
    evaluates: bool,
    /// A hint was asked for in this turn.
    hinted: bool,
    helps: bool,
    leaving: bool,
    /// The widest drawing so far: what stands beside the board stays where it is.
    widest: Cell<u16>,
}

impl<G: BoardGame> App<G> {
    fn new(screen: Screen, terminal: TerminalGame<G>) -> Self {
        Self {
            screen,
            cursor: Cursor::new(terminal.game.position(), None),
            terminal,
            typed: String::new(),
            message: "arrows and Enter, or type a move".to_owned(),
            opinion: None,
            evaluates: false,
            hinted: false,
            helps: false,
            leaving: false,
            widest: Cell::new(0),
        }
    }

    fn begin_turn(&mut self) -> Result<()> {
        self.hinted = false;
        self.cursor = Cursor::new(self.terminal.game.position(), self.cursor.spot());
        if let Some(verdict) = self.terminal.verdict() {
            self.message = format!("{verdict}. undo, save FILE or quit");
        } else if self.evaluates && self.terminal.is_persons_turn() {
            self.terminal.consult()?;
        }
        Ok(())
    }

    /// What those who think have to say, and whether the time is over.
    fn listen(&mut self) -> Result<()> {
        let moves = self.terminal.game.moves().len();
        while let Some(heard) = self.terminal.listen() {
            let game = &self.terminal.game;
            match heard {
                Heard::Aloud(report) => self.opinion = Some(Opinion::new(game, &report)),
                Heard::Hint(Ok(mv)) if self.hinted => self.message = format!("hint: {}", game.position().move_text(mv)),
                Heard::Hint(Ok(_)) => {}
                Heard::Hint(Err(fault)) => self.message = format!("no hint: {fault}"),
                Heard::TurnOver => {
                    if let Some(last) = game.moves().nth(moves) {
                        self.message = format!("{} played {}", last.by, last.text);
                    }
                    return self.begin_turn();
                }
            }
        }
        Ok(())
    }

    fn press(&mut self, key: KeyEvent) -> Result<()> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd' | 'q') if control => self.leaving = true,
            KeyCode::Char('z') if control => self.fulfil(Typed::Undo)?,
            KeyCode::Char('?') if self.typed.is_empty() => self.fulfil(Typed::Hint)?,
            KeyCode::Char(' ') if self.typed.is_empty() => self.choose()?,
            KeyCode::Char(character) if !control => self.typed.push(character),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Esc if self.helps => self.helps = false,
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => {
                self.cursor.step_back();
            }
            KeyCode::Up => self.cursor.go(Heading::Up),
            KeyCode::Down => self.cursor.go(Heading::Down),
            KeyCode::Left => self.cursor.go(Heading::Left),
            KeyCode::Right => self.cursor.go(Heading::Right),
            KeyCode::Tab => self.cursor.turn(true),
            KeyCode::BackTab => self.cursor.turn(false),
            KeyCode::F(1) => self.helps = !self.helps,
            KeyCode::Enter if self.typed.is_empty() => self.choose()?,
            KeyCode::Enter => {
                let line = std::mem::take(&mut self.typed);
                self.fulfil(read(&line))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<()> {
        if !self.terminal.is_persons_turn() {
            return Ok(());
        }
        if let Some(mv) = self.cursor.choose() {
            return self.play(mv);
        }
        if self.cursor.choices().is_some() {
            self.message = "arrows or Tab choose, Enter plays, Esc goes back".to_owned();
        }
        Ok(())
    }

    fn play(&mut self, mv: G::Move) -> Result<()> {
        self.terminal.play(mv);
        self.message.clear();
        self.begin_turn()
    }

    fn fulfil(&mut self, typed: Typed) -> Result<()> {
        match typed {
            Typed::Nothing => {}
            Typed::Quit => self.leaving = true,
            Typed::Help => self.helps = !self.helps,
            Typed::Save(path) => {
                self.message = match self.terminal.save_as(&path) {
                    Ok(()) => format!("saved to {}", path.display()),
                    Err(error) => format!("{error:#}"),
                };
            }
            Typed::Undo if self.terminal.undo() => {
                self.message = "taken back".to_owned();
                self.begin_turn()?;
            }
            Typed::Undo => self.message = "there is nothing to take back".to_owned(),
            Typed::Evaluation => {
                self.evaluates = !self.evaluates;
                self.opinion = None;
                if self.evaluates && self.terminal.is_persons_turn() {
                    self.terminal.consult()?;
                }
            }
            _ if !self.terminal.is_persons_turn() => self.message = "it is not your turn".to_owned(),
            Typed::Hint => {
                self.hinted = true;
                self.message = "thinking about a hint".to_owned();
                self.terminal.consult()?;
            }
            Typed::Resign => {
                self.terminal.resign();
                self.begin_turn()?;
            }
            Typed::Move(text) => match self.terminal.game.read_move(&text) {
                Ok(mv) => self.play(mv)?,
                Err(why) => self.message = format!("{text}: {why}"),
            },
        }
        Ok(())
    }

    /// The board as it is, or as it would be after the move that is looked at.
    fn canvas(&self) -> Canvas {
        let position = self.terminal.game.position();
        let preview = self.cursor.choices().map(|(moves, at)| moves[at]);
        let last = preview.or_else(|| self.terminal.game.last());
        let view = View { unicode: self.screen.unicode, last };
        match preview {
            Some(mv) => position.after(mv).draw(view),
            None => position.draw(view),
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let [body, message, prompt] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(1), Constraint::Length(1)]).areas(frame.area());
        frame.render_widget(Line::raw(self.message.as_str()), message);
        let hint = if self.typed.is_empty() { "help · ? hint · Ctrl-Z undo · Ctrl-C leave" } else { "" };
        let dim = Style::new().add_modifier(Modifier::DIM);
        let line = Line::from(vec![format!("> {}_  ", self.typed).into(), ratatui::text::Span::styled(hint, dim)]);
        frame.render_widget(line, prompt);
        if self.helps {
            return draw_help(frame, body);
        }
        let canvas = self.canvas();
        let mut board = board_size(&canvas);
        board.width = board.width.max(self.widest.get());
        self.widest.set(board.width);
        let beside = body.width >= board.width + 2 + PANEL_WIDTH;
        let (board_area, panel_area) = if beside {
            let [left, _, right] =
                Layout::horizontal([Constraint::Length(board.width), Constraint::Length(2), Constraint::Min(0)])
                    .areas(body);
            (left, right)
        } else if body.height < LEAST_HEIGHT || body.width < LEAST_WIDTH {
            frame
                .render_widget(Paragraph::new("the window is too small for the board").wrap(Wrap { trim: true }), body);
            return;
        } else {
            let rows = body.height.saturating_sub(board.height).max(LEAST_PANEL);
            let [top, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(rows)]).areas(body);
            (top, bottom)
        };
        let shows_cursor = self.terminal.is_persons_turn() && self.cursor.choices().is_none();
        let cursor = self.cursor.spot().filter(|_| shows_cursor);
        show_board(frame, board_area, &canvas, cursor, self.screen.colour);
        let lines = self.panel(panel_area.width.into(), panel_area.height.into());
        frame.render_widget(Paragraph::new(lines), panel_area);
    }

    fn panel(&self, width: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = panel::players(&self.terminal.game, self.terminal.began.elapsed(), self.screen.unicode);
        if let Some((moves, at)) = self.cursor.choices() {
            lines.push(Line::raw(""));
            let position = self.terminal.game.position();
            for (index, &mv) in moves.iter().enumerate() {
                let style = if index == at { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
                lines.push(Line::styled(format!(" {} ", position.move_text(mv)), style));
            }
            return lines;
        }
        if let Some(opinion) = &self.opinion {
            lines.push(Line::raw(""));
            lines.extend(panel::opinion(opinion, width.saturating_sub(6), self.screen.unicode));
        }
        let room = height.saturating_sub(lines.len() + 1);
        if room > 0 {
            lines.push(Line::raw(""));
            lines.extend(panel::moves(&self.terminal.game, room));
        }
        lines
    }

    fn farewell(self) -> Text {
        self.screen.draw(&self.canvas()) + "\n" + self.terminal.farewell()
    }
}

fn draw_help(frame: &mut Frame<'_>, area: Rect) {
    let keys = [
        ("arrows", "walk over the places where a move can be made"),
        ("Enter", "choose the place, then the move"),
        ("Tab", "the next move of a place"),
        ("Esc", "back"),
    ];
    let rows = keys.iter().chain(&WORDS).map(|(word, about)| Line::raw(format!("  {word:<10} {about}")));
    let lines: Vec<Line<'_>> = std::iter::once(Line::raw("keys and words (Esc closes this)")).chain(rows).collect();
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}
