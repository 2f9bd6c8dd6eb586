//! What passages mean, as vectors that some model made: one signed byte for each dimension.

/// A vector, shortened to length 1 and packed: a byte for each dimension after a scale in four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedVector(Vec<u8>);

impl PackedVector {
    /// Packs a vector; `None` when it points nowhere.
    pub fn pack(vector: &[f32]) -> Option<Self> {
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        let largest = vector.iter().map(|value| value.abs()).fold(0.0, f32::max);
        if !(length.is_finite() && length > 0.0 && largest > 0.0) {
            return None;
        }
        let mut bytes = (largest / 127.0 / length).to_le_bytes().to_vec();
        bytes.extend(vector.iter().flat_map(|value| to_byte(value / largest * 127.0).to_le_bytes()));
        Some(Self(bytes))
    }

    /// The bytes, as they are stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the value is between -127 and 127")]
fn to_byte(value: f32) -> i8 {
    value.round() as i8
}

/// The vectors of a course's passages, in the order of its index.
#[derive(Debug)]
pub struct Vectors {
    dimensions: usize,
    /// By passage; all 0 where there is none.
    bytes: Vec<i8>,
    /// By passage; 0 where there is none.
    scales: Vec<f32>,
}

impl Vectors {
    /// Room for the vectors of so many passages.
    pub fn new(passages: usize, dimensions: usize) -> Self {
        Self { dimensions, bytes: vec![0; passages * dimensions], scales: vec![0.0; passages] }
    }

    /// Sets the vector of a passage, by its number in the index. One that does not fit is left out.
    pub fn set(&mut self, passage: usize, packed: &[u8]) {
        let Some((scale, packed)) = packed.split_first_chunk::<4>() else { return };
        let start = passage * self.dimensions;
        let (Some(place), Some(place_of_scale)) =
            (self.bytes.get_mut(start..start + self.dimensions), self.scales.get_mut(passage))
        else {
            return;
        };
        if packed.len() == place.len() {
            *place_of_scale = f32::from_le_bytes(*scale);
            for (place, byte) in place.iter_mut().zip(packed) {
                *place = i8::from_le_bytes([*byte]);
            }
        }
    }

    /// How many dimensions they have.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// How much memory they take, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + self.scales.capacity() * size_of::<f32>()
    }

    /// How near each passage is to a question's vector: 1 for the nearest of the course, 0 for the median
    /// and where there is no vector, down to -1 for what is farther. `None` when the vector does not fit.
    pub fn nearness(&self, question: &[f32]) -> Option<Vec<f32>> {
        if question.len() != self.dimensions || self.dimensions == 0 {
            return None;
        }
        let packed = PackedVector::pack(question)?;
        let mut own = Self::new(1, self.dimensions);
        own.set(0, packed.as_bytes());
        let cosine = |(vector, scale): (&[i8], &f32)| {
            let product = to_float(dot(vector, &own.bytes));
            product * own.scales.first().copied().unwrap_or_default() * scale
        };
        let cosines: Vec<f32> =
            self.bytes.chunks_exact(self.dimensions).zip(&self.scales).map(cosine).collect();
        let is_known = |(_, scale): &(&f32, &f32)| **scale > 0.0;
        let mut known: Vec<f32> =
            cosines.iter().zip(&self.scales).filter(is_known).map(|(cos, _)| *cos).collect();
        if known.is_empty() {
            return None;
        }
        let middle = known.len() / 2;
        let median = *known.select_nth_unstable_by(middle, f32::total_cmp).1;
        let highest = known.iter().copied().fold(median, f32::max);
        let span = (highest - median).max(1e-6);
        let nearness = |(cosine, scale): (&f32, &f32)| {
            if *scale > 0.0 { ((cosine - median) / span).max(-1.0) } else { 0.0 }
        };
        Some(cosines.iter().zip(&self.scales).map(nearness).collect())
    }
}

#[expect(clippy::cast_precision_loss, reason = "the product of two vectors of bytes needs no more digits")]
fn to_float(product: i32) -> f32 {
    product as f32
}

fn dot(one: &[i8], other: &[i8]) -> i32 {
    one.iter().zip(other).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_1_and_the_middle_0() {
        let mut vectors = Vectors::new(5, 2);
        for (passage, vector) in [[1.0, 0.0], [0.9, 0.5], [0.0, 2.0], [-1.0, 0.0]].iter().enumerate() {
            vectors.set(passage, PackedVector::pack(vector).unwrap().as_bytes());
        }
        let nearness = vectors.nearness(&[3.0, 0.0]).unwrap();
        assert!((nearness[0] - 1.0).abs() < 0.01, "{nearness:?}");
        assert!(nearness[1].abs() < 0.01, "the median");
        assert!((nearness[2] + 1.0).abs() < 0.01, "never lower");
        assert!(nearness[4].abs() < 1e-9, "it has no vector");
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        assert_eq!(PackedVector::pack(&[0.0, 0.0]), None);
        assert_eq!(PackedVector::pack(&[f32::NAN, 1.0]), None);
        assert_eq!(PackedVector::pack(&[]), None);
        let mut vectors = Vectors::new(1, 2);
        vectors.set(0, PackedVector::pack(&[1.0; 3]).unwrap().as_bytes());
        vectors.set(7, PackedVector::pack(&[1.0; 2]).unwrap().as_bytes());
        vectors.set(0, b"");
        assert_eq!(vectors.nearness(&[1.0, 0.0]), None, "there is none");
        assert_eq!(vectors.nearness(&[1.0]), None, "another model");
        assert_eq!(Vectors::new(0, 0).nearness(&[]), None);
    }
}
