//! The little linear algebra that ratings need: dense symmetric positive definite systems.
//!
//! Cholesky's decomposition, n³ / 6 multiplications for n unknowns and n² for a solution.

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// The matrix of noughts.
    pub(super) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    /// One cell.
    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to one cell.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    /// The decomposition `L Lᵀ` of a symmetric matrix, of which the lower half is read; `None` unless all pivots are
    /// positive.
    pub(super) fn cholesky(&self) -> Option<Cholesky> {
        let mut lower = Self::zero(self.size);
        for i in 0..self.size {
            for j in 0..=i {
                let dot: f64 = lower.row(i)[..j].iter().zip(&lower.row(j)[..j]).map(|(x, y)| x * y).sum();
                let rest = self.get(i, j) - dot;
                lower.cells[i * self.size + j] = if i != j {
                    rest / lower.get(j, j)
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky { lower })
    }
}

/// A lower triangle `L`, standing for `L Lᵀ`.
pub(super) struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    /// The `x` with `L Lᵀ x = b`.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let size = self.lower.size;
        let mut x = b.to_vec();
        for i in 0..size {
            let known: f64 = self.lower.row(i)[..i].iter().zip(&x).map(|(l, x)| l * x).sum();
            x[i] = (x[i] - known) / self.lower.get(i, i);
        }
        for i in (0..size).rev() {
            let known: f64 = (i + 1..size).map(|j| self.lower.get(j, i) * x[j]).sum();
            x[i] = (x[i] - known) / self.lower.get(i, i);
        }
        x
    }

    /// `A⁻¹ B A⁻¹` for the decomposed `A` and a symmetric `B`.
    pub(super) fn sandwich(&self, filling: &Matrix) -> Matrix {
        self.solve_rows(&self.solve_rows(filling))
    }

    /// `(A⁻¹ B)ᵀ`, row by row: twice applied to a symmetric `B` it gives `A⁻¹ B A⁻¹`.
    fn solve_rows(&self, matrix: &Matrix) -> Matrix {
        let size = matrix.size;
        let mut solved = Matrix::zero(size);
        for column in 0..size {
            let b: Vec<f64> = (0..size).map(|row| matrix.get(row, column)).collect();
            solved.cells[column * size..][..size].copy_from_slice(&self.solve(&b));
        }
        solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix<const N: usize>(rows: [[f64; N]; N]) -> Matrix {
        Matrix { size: N, cells: rows.concat() }
    }

    #[test]
    fn a_solution_solves() {
        let a = matrix([[4.0, 2.0, 0.4], [2.0, 5.0, 1.0], [0.4, 1.0, 3.0]]);
        let x = a.cholesky().unwrap().solve(&[1.0, -2.0, 0.5]);
        for (row, b) in [1.0, -2.0, 0.5].into_iter().enumerate() {
            let product: f64 = (0..3).map(|column| a.get(row, column) * x[column]).sum();
            assert!((product - b).abs() < 1e-12);
        }
    }

    #[test]
    fn a_sandwich_of_the_matrix_itself_is_its_inverse() {
        let a = matrix([[2.0, 1.0], [1.0, 3.0]]);
        let inverse = a.cholesky().unwrap().sandwich(&a);
        let expected = [0.6, -0.2, -0.2, 0.4];
        assert!(inverse.cells.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-12), "{inverse:?}");
    }

    #[test]
    fn an_indefinite_matrix_has_no_decomposition() {
        assert!(matrix([[1.0, 2.0], [2.0, 1.0]]).cholesky().is_none());
    }
}
