//! Figures out of many, and tables of them.

use std::time::Duration;

/// The value that so large a part of all is not above, in milliseconds.
pub fn percentile(values: &[Duration], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few thousand values"
    )]
    let at = (sorted.len() as f64 * part) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).map_or(f64::NAN, |value| value.as_secs_f64() * 1e3)
}

/// A table, as Markdown has them.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(title: &str, columns: &[&str]) -> Self {
        println!("\n## {title}\n");
        Self { rows: vec![columns.iter().map(|&column| column.to_owned()).collect()] }
    }

    /// A row; said at once, too, for whoever waits.
    pub fn row(&mut self, cells: &[String]) {
        eprintln!("  {}", cells.join("  "));
        self.rows.push(cells.to_vec());
    }

    pub fn print(self) {
        let columns = self.rows[0].len();
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (at, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
            println!("| {} |", cells.collect::<Vec<_>>().join(" | "));
            if at == 0 {
                let lines = widths.iter().map(|&width| "-".repeat(width));
                println!("|-{}-|", lines.collect::<Vec<_>>().join("-|-"));
            }
        }
    }
}
