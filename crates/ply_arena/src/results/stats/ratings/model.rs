//! Davidson's model: its chances, their derivatives, and the maximum of its likelihood by Newton's method.
//!
//! Parameters are the strengths of the agents, then the advantage `δ` of the first move, then the logarithm `η` of the
//! weight of a draw. Each game contributes through `x` and `η` only, so games are counted by who met whom.

use super::Chances;
use super::record::Record;
use crate::stats::linear::{Cholesky, Matrix};

/// How many drawn games the prior adds for each agent, for the first move and for draws.
pub(super) const PRIOR_GAMES: f64 = 0.5;

/// The chances of one game, with the derivatives of their logarithms.
#[derive(Clone, Copy)]
pub(super) struct GameModel {
    pub(super) chances: Chances,
    /// The logarithm of the sum of the three weights.
    log_sum: f64,
}

impl GameModel {
    fn new(x: f64, eta: f64) -> Self {
        let most = (x.abs() / 2.0).max(eta);
        let [first, draw, second] = [x / 2.0, eta, -x / 2.0].map(|weight| (weight - most).exp());
        let sum = first + draw + second;
        let chances = Chances { first: first / sum, draw: draw / sum, second: second / sum };
        Self { chances, log_sum: most + sum.ln() }
    }

    /// The expected points of the first agent, less one half.
    pub(super) fn expected_lead(&self) -> f64 {
        (self.chances.first - self.chances.second) / 2.0
    }

    /// The variance of the points.
    pub(super) fn variance_of_points(&self) -> f64 {
        (self.chances.first + self.chances.second) / 4.0 - self.expected_lead().powi(2)
    }

    /// The information of one game about `x` and `η`: that about `x`, about both, and about `η`.
    pub(super) fn information(&self) -> [f64; 3] {
        let draw = self.chances.draw;
        [self.variance_of_points(), -self.expected_lead() * draw, draw * (1.0 - draw)]
    }
}

/// Where the likelihood is largest.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fit {
    parameters: Vec<f64>,
    prior_games: f64,
    information: Matrix,
}

impl Fit {
    /// The maximum of the likelihood of `record` and a prior of so many games, which must be positive.
    ///
    /// The logarithm of the likelihood is concave and, with the prior, falls in all directions. Newton steps, halved
    /// until they climb, therefore reach the one maximum; around ten suffice.
    pub(super) fn most_likely(record: &Record, prior_games: f64) -> Self {
        const MOST_STEPS: usize = 200;
        let size = record.agents() + 2;
        let mut fit = Self { parameters: vec![0.0; size], prior_games, information: Matrix::zero(size) };
        for _ in 0..MOST_STEPS {
            let gradient = fit.differentiate(record);
            let step = fit.solver().solve(&gradient);
            let promised: f64 = step.iter().zip(&gradient).map(|(step, slope)| step * slope).sum();
            if promised < 1e-18 || !fit.climb(record, &step) {
                break;
            }
        }
        fit.differentiate(record);
        fit
    }

    /// Goes the largest part of `step` (all, half, a quarter...) that climbs; stays and says no where none does.
    fn climb(&mut self, record: &Record, step: &[f64]) -> bool {
        let height = self.log_likelihood(record);
        let from = self.parameters.clone();
        let mut part = 1.0;
        while part > 1e-9 {
            for (parameter, (from, step)) in self.parameters.iter_mut().zip(from.iter().zip(step)) {
                *parameter = from + part * step;
            }
            if self.log_likelihood(record) > height {
                return true;
            }
            part /= 2.0;
        }
        self.parameters = from;
        false
    }

    pub(super) fn agents(&self) -> usize {
        self.parameters.len() - 2
    }

    pub(super) fn first_move_index(&self) -> usize {
        self.parameters.len() - 2
    }

    pub(super) fn draw_index(&self) -> usize {
        self.parameters.len() - 1
    }

    pub(super) fn size(&self) -> usize {
        self.parameters.len()
    }

    pub(super) fn parameter(&self, index: usize) -> f64 {
        self.parameters[index]
    }

    fn eta(&self) -> f64 {
        self.parameters[self.draw_index()]
    }

    pub(super) fn chances(&self, first: usize, second: usize) -> Chances {
        self.game(first, second).chances
    }

    pub(super) fn game(&self, first: usize, second: usize) -> GameModel {
        GameModel::new(self.lead(first, second), self.eta())
    }

    /// The `x` of a game.
    fn lead(&self, first: usize, second: usize) -> f64 {
        let strengths = &self.parameters[..self.agents()];
        strengths[first] - strengths[second] + self.parameters[self.first_move_index()]
    }

    /// The probability of a draw where `x` is 0.
    pub(super) fn draw_rate(&self) -> f64 {
        GameModel::new(0.0, self.eta()).chances.draw
    }

    /// The factor from strengths to Elo's log-odds, `2 / (2 + e^η)`, and its derivative by `η`.
    pub(super) fn scale_and_slope(&self) -> (f64, f64) {
        let draw = self.draw_rate();
        (1.0 - draw, -draw * (1.0 - draw))
    }

    /// The decomposed information.
    pub(super) fn solver(&self) -> Cholesky {
        // The prior makes the matrix positive definite; rounding may undo that, and a small ridge restores it.
        let mut ridge = 0.0;
        loop {
            let mut matrix = self.information.clone();
            let largest = (0..self.size()).map(|i| matrix.get(i, i)).fold(1.0, f64::max);
            (0..self.size()).for_each(|i| matrix.add(i, i, ridge * largest));
            match matrix.cholesky() {
                Some(solver) => return solver,
                None => ridge = f64::max(1e-14, 10.0 * ridge),
            }
        }
    }

    /// The diagonal of the prior's information.
    pub(super) fn prior_information(&self, index: usize) -> f64 {
        self.prior_games * self.prior_game(index).1
    }

    /// The derivative and the information of one game of the prior about a parameter.
    fn prior_game(&self, index: usize) -> (f64, f64) {
        if index == self.draw_index() {
            let draw = self.draw_rate();
            (0.5 - draw, draw * (1.0 - draw))
        } else {
            // A drawn game, half a win and half a loss, in a model without draws.
            let lead = (self.parameters[index] / 2.0).tanh() / 2.0;
            (-lead, 0.25 - lead * lead)
        }
    }

    fn log_likelihood(&self, record: &Record) -> f64 {
        let of_games = record.cells().map(|((first, second), results)| {
            let wins = (results.first as f64 - results.second as f64) / 2.0;
            let log_sum = self.game(first, second).log_sum;
            wins * self.lead(first, second) + results.draw as f64 * self.eta() - results.games() as f64 * log_sum
        });
        let of_prior = (0..self.size()).map(|i| {
            if i == self.draw_index() {
                self.eta() / 2.0 - GameModel::new(0.0, self.eta()).log_sum
            } else {
                -GameModel::new(self.parameters[i], f64::NEG_INFINITY).log_sum
            }
        });
        of_games.sum::<f64>() + self.prior_games * of_prior.sum::<f64>()
    }

    /// Sets the information and returns the gradient.
    fn differentiate(&mut self, record: &Record) -> Vec<f64> {
        let mut gradient = vec![0.0; self.size()];
        let mut information = Matrix::zero(self.size());
        for (i, slope) in gradient.iter_mut().enumerate() {
            let (derivative, about) = self.prior_game(i);
            *slope = self.prior_games * derivative;
            information.add(i, i, self.prior_games * about);
        }
        for ((first, second), results) in record.cells() {
            let game = self.game(first, second);
            let games = results.games() as f64;
            let surprise = results.points_of_first() - games * (0.5 + game.expected_lead());
            for (index, sign) in self.indices(first, second) {
                gradient[index] += sign * surprise;
            }
            gradient[self.draw_index()] += results.draw as f64 - games * game.chances.draw;
            self.add_information(&mut information, (first, second), games);
        }
        self.information = information;
        gradient
    }

    /// The parameters in `x`, with their signs.
    pub(super) fn indices(&self, first: usize, second: usize) -> [(usize, f64); 3] {
        [(first, 1.0), (second, -1.0), (self.first_move_index(), 1.0)]
    }

    /// Adds the information of `weight` games of these two.
    pub(super) fn add_information(&self, to: &mut Matrix, (first, second): (usize, usize), weight: f64) {
        let [about_x, about_both, about_eta] = self.game(first, second).information().map(|value| weight * value);
        let draws = self.draw_index();
        for (i, x) in self.indices(first, second) {
            for (j, y) in self.indices(first, second) {
                to.add(i, j, x * y * about_x);
            }
            to.add(i, draws, x * about_both);
            to.add(draws, i, x * about_both);
        }
        to.add(draws, draws, about_eta);
    }
}
