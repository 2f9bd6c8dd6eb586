//! The numbers in a pair of brackets.

/// So many sources can be named by their first and last number.
const LONGEST_RANGE: u32 = 20;

/// The source numbers in a bracketed candidate; empty when it is no marker. What comes after `†` says where in a
/// source, what comes before `:` in which call it was found: neither is believed.
pub(super) fn numbers_of(candidate: &str) -> Vec<u32> {
    let inner = candidate.trim_start_matches(['【', '[']).trim_end_matches(['】', ']']);
    if inner.len() == candidate.len() || !candidate.ends_with(['】', ']']) {
        return Vec::new();
    }
    let named = inner.split('†').next().unwrap_or(inner);
    let groups = named.split([',', '，', '、', ';', '；']).map(|group| {
        let number = group.rsplit([':', '：']).next().unwrap_or(group);
        match number.split_once(['-', '–', '—']) {
            Some((first, last)) => range(first, last),
            None => number_of(number).map(|number| number..=number),
        }
    });
    let groups: Option<Vec<_>> = groups.collect();
    groups.unwrap_or_default().into_iter().flatten().collect()
}

fn range(first: &str, last: &str) -> Option<std::ops::RangeInclusive<u32>> {
    let (first, last) = (number_of(first)?, number_of(last)?);
    (first <= last && last - first < LONGEST_RANGE).then_some(first..=last)
}

/// A number too large to be one of ours is still a number: it names no source.
fn number_of(text: &str) -> Option<u32> {
    let digits = text.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX))
}
