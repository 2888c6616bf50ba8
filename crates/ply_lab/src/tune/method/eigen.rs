//! The eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's rotations: a handful of sweeps, each of
//! n³ steps.
// CITE: C. G. J. Jacobi, 1846; the form of G. H. Golub, C. F. Van Loan, Matrix Computations, section 8.5

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// The identity.
pub(super) fn identity(size: usize) -> Matrix {
    (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect()
}

/// The eigenvalues, and the eigenvectors as columns.
pub(super) fn eigen(mut matrix: Matrix) -> (Vec<f64>, Matrix) {
    const SWEEPS: usize = 60;
    let size = matrix.len();
    let mut vectors = identity(size);
    for _ in 0..SWEEPS {
        let off: f64 = (0..size).flat_map(|p| (0..p).map(move |q| (p, q))).map(|(p, q)| matrix[p][q].powi(2)).sum();
        if off < 1e-24 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                if matrix[p][q] != 0.0 {
                    rotate(&mut matrix, &mut vectors, p, q);
                }
            }
        }
    }
    ((0..size).map(|place| matrix[place][place]).collect(), vectors)
}

/// Makes the entry at `p`, `q` zero; `p` is the smaller.
fn rotate(matrix: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turn = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
    for row in matrix.iter_mut().chain(vectors.iter_mut()) {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    let (above, below) = matrix.split_at_mut(q);
    for (a, b) in above[p].iter_mut().zip(&mut below[0]) {
        (*a, *b) = turn(*a, *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_make_the_matrix_again() {
        let matrix: Matrix = vec![vec![4.0, 1.0, -2.0], vec![1.0, 2.0, 0.0], vec![-2.0, 0.0, 3.0]];
        let (values, vectors) = eigen(matrix.clone());
        for row in 0..3 {
            for column in 0..3 {
                let again: f64 = (0..3).map(|k| vectors[row][k] * values[k] * vectors[column][k]).sum();
                assert!((again - matrix[row][column]).abs() < 1e-9);
                let product: f64 = (0..3).map(|k| vectors[k][row] * vectors[k][column]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-9);
            }
        }
    }
}
