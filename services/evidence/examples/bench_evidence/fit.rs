//! Fits the weights again: on all claims, and by five-fold cross-validation.

use chatbot_evidence::LocalJudge;
use chatbot_evidence::score::Features;

use crate::claims::Claim;
use crate::measures::{auroc, features};

const FOLDS: usize = 5;
const REPEATS: usize = 8;
/// Of the squared weights: enough to keep them finite.
const RIDGE: f64 = 0.05;

/// Logistic regression by Newton's method; the last weight stands alone.
fn fit(rows: &[&[f64]], is_positive: &[bool]) -> Vec<f64> {
    let size = rows.first().map_or(0, |row| row.len()) + 1;
    let mut weights = vec![0.0; size];
    for _ in 0..30 {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut hessian = vec![vec![0.0; size]; size];
        for (row, positive) in rows.iter().zip(is_positive) {
            let row: Vec<f64> = row.iter().copied().chain([1.0]).collect();
            let likely = logistic(&row, &weights);
            let error = f64::from(u8::from(*positive)) - likely;
            for (one, value) in row.iter().enumerate() {
                gradient[one] += error * value;
                for (other, second) in row.iter().enumerate() {
                    hessian[one][other] += likely * (1.0 - likely) * value * second;
                }
            }
        }
        for (place, line) in hessian.iter_mut().enumerate() {
            line[place] += RIDGE;
        }
        for (weight, step) in weights.iter_mut().zip(solve(hessian, gradient)) {
            *weight += step;
        }
    }
    weights
}

fn logistic(row: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = row.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Gaussian elimination; the matrix is positive definite.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        for row in column + 1..size {
            let factor = matrix[row][column] / matrix[column][column];
            let pivot = matrix[column].clone();
            for (value, above) in matrix[row].iter_mut().zip(&pivot) {
                *value -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|place| matrix[row][place] * right[place]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// A shuffle that is the same on every run.
fn shuffled(size: usize, seed: u64) -> Vec<usize> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut order: Vec<usize> = (0..size).collect();
    for place in (1..size).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(place, (state % (place as u64 + 1)) as usize);
    }
    order
}

/// AUROC of claims scored by weights that were fitted without them; mean over the repeats.
pub fn cross_validated(rows: &[Vec<f64>], is_positive: &[bool]) -> f64 {
    let mut sum = 0.0;
    for repeat in 0..REPEATS {
        let order = shuffled(rows.len(), repeat as u64 + 1);
        let mut scores = vec![0.0; rows.len()];
        for fold in 0..FOLDS {
            let is_in = |place: &&usize| *place % FOLDS == fold;
            let places: Vec<usize> = (0..rows.len()).collect();
            let train: Vec<usize> =
                places.iter().filter(|place| !is_in(place)).map(|place| order[*place]).collect();
            let train_rows: Vec<&[f64]> = train.iter().map(|claim| rows[*claim].as_slice()).collect();
            let train_positive: Vec<bool> = train.iter().map(|claim| is_positive[*claim]).collect();
            let weights = fit(&train_rows, &train_positive);
            for place in places.iter().filter(is_in) {
                let claim = order[*place];
                let row: Vec<f64> = rows[claim].iter().copied().chain([1.0]).collect();
                scores[claim] = logistic(&row, &weights);
            }
        }
        sum += auroc(&scores, is_positive);
    }
    sum / REPEATS as f64
}

type Terms = fn(&Features) -> Vec<f64>;

/// Sets of terms that were tried. The shipped ones have the number of tokens for "at least partly" only.
const SETS: &[(&str, Terms)] = &[
    ("window, page", |f| vec![f.in_window, f.anywhere]),
    ("window, ln(1 + missing strong)", |f| vec![f.in_window, f.missing_strong.ln_1p()]),
    ("window, page, ln(1 + missing strong)", |f| f.terms()[..3].to_vec()),
    ("all of these, ln tokens", |f| f.terms().to_vec()),
    ("all of these, ln(1 + missing words)", |f| [f.terms().as_slice(), &[f.missing_weak.ln_1p()]].concat()),
];

pub fn print(judge: &LocalJudge, claims: &[Claim]) {
    let features = features(judge, claims);
    let fully: Vec<bool> = claims.iter().map(Claim::is_fully).collect();
    let partly: Vec<bool> = claims.iter().map(Claim::is_partly).collect();
    println!(
        "\nWeights fitted again: AUROC on the same claims / by {FOLDS}-fold cross-validation, {REPEATS} times\n"
    );
    println!("| terms | supported vs rest | at least partly vs not |");
    println!("|---|---|---|");
    for (name, terms) in SETS {
        let rows: Vec<Vec<f64>> = features.iter().map(terms).collect();
        let shown = |is_positive: &[bool]| {
            let all: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
            let weights = fit(&all, is_positive);
            let scores: Vec<f64> = rows
                .iter()
                .map(|row| logistic(&row.iter().copied().chain([1.0]).collect::<Vec<_>>(), &weights))
                .collect();
            format!("{:.3} / {:.3}", auroc(&scores, is_positive), cross_validated(&rows, is_positive))
        };
        println!("| {name} | {} | {} |", shown(&fully), shown(&partly));
    }
    let weights = |terms: Terms, is_positive: &[bool]| {
        let rows: Vec<Vec<f64>> = features.iter().map(terms).collect();
        fit(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>(), is_positive)
    };
    println!("\nThe shipped terms' weights, fitted on all claims: {:.2?}", weights(SETS[2].1, &fully));
    println!("and, for at least partly: {:.2?}", weights(SETS[3].1, &partly));
}
