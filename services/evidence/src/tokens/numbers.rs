//! Numbers in one way of writing, whatever language they are written in.

use std::ops::Range;

use super::lexicon;
use super::surface::{Form, Surface, length};

/// Pushes what starts with the digit at `at`; gives where to go on.
pub(super) fn push(text: &str, at: usize, surfaces: &mut Vec<Surface>) -> usize {
    if let Some(end) = push_date(text, at, surfaces) {
        return end;
    }
    let end = at + number_length(&text[at..]);
    if let Some((length, number)) = multiplied(&text[at..end], &text[end..]) {
        surfaces.push(Surface { range: at..end + length, form: Form::Number(number) });
        return end + length;
    }
    let letters = length(&text[end..], |c| c.is_alphanumeric() || c == '_');
    let suffix = &text[end..end + letters];
    let number = Surface { range: at..end, form: Form::Number(canonical(&text[at..end])) };
    if suffix.is_empty() || is_ordinal_or_decade(suffix) {
        surfaces.push(number);
    } else if is_unit(suffix) {
        surfaces.extend([number, Surface { range: end..end + letters, form: Form::Word }]);
    } else {
        // "3NF", "2nd_try"
        surfaces.push(Surface { range: at..end + letters, form: Form::Identifier });
    }
    end + letters + ending_length(&text[end + letters..])
}

/// "1.5 million" is 1500000: how long the word is with its blank, and the number.
fn multiplied(number: &str, rest: &str) -> Option<(usize, String)> {
    let blank = length(rest, |c| matches!(c, ' ' | '\u{a0}' | '-'));
    let word = length(&rest[blank..], char::is_alphabetic);
    let zeros = lexicon::magnitude(&rest[blank..blank + word].to_lowercase())?;
    let number = canonical(number);
    let (whole, decimals) = number.split_once('.').unwrap_or((number.as_str(), ""));
    let zeros = "0".repeat(zeros.checked_sub(decimals.len())?);
    Some((blank + word, without_zeros(&format!("{whole}{decimals}{zeros}")).to_owned()))
}

/// Finnish and Swedish write "3:n" and "5:e".
fn ending_length(rest: &str) -> usize {
    rest.strip_prefix(':').map_or(0, |rest| match length(rest, char::is_alphabetic) {
        0 => 0,
        letters => letters + 1,
    })
}

fn is_ordinal_or_decade(suffix: &str) -> bool {
    ["st", "nd", "rd", "th", "s", "er", "re", "e", "o", "a", "º", "ª", "ème"].contains(&suffix)
}

fn is_unit(suffix: &str) -> bool {
    let units = "ms us ns min h kb mb gb tb kib mib gib b km m cm mm kg g mg l px hz khz mhz ghz k c x";
    units.split(' ').any(|unit| suffix.eq_ignore_ascii_case(unit))
}

/// `2018-06-01`, and `1.6.2018` day first.
fn push_date(text: &str, at: usize, surfaces: &mut Vec<Surface>) -> Option<usize> {
    let rest = &text[at..];
    let mark = rest.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '-' | '.'))?;
    let mut parts: [Range<usize>; 3] = Default::default();
    let mut start = at;
    for (number, part) in parts.iter_mut().enumerate() {
        *part = start..start + length(&text[start..], |c| c.is_ascii_digit());
        start = part.end + 1;
        if number < 2 && !text[part.end..].starts_with(mark) {
            return None;
        }
    }
    let [first, month, last] = parts;
    let (year, day) = if mark == '-' { (first.clone(), last.clone()) } else { (last.clone(), first.clone()) };
    let number = |range: &Range<usize>| text[range.clone()].parse::<u16>().ok();
    let month_number = u8::try_from(number(&month)?).ok().filter(|month| (1..=12).contains(month))?;
    if year.len() != 4 || day.len() > 2 || !(1..=31).contains(&number(&day)?) {
        return None;
    }
    let mut push = |range: Range<usize>, form| surfaces.push(Surface { range, form });
    push(day.clone(), Form::Number(canonical(&text[day])));
    push(month, Form::Month(month_number));
    push(year.clone(), Form::Number(canonical(&text[year])));
    Some(last.end)
}

/// How much of a text is one number: digits, with single marks and blanks between groups.
fn number_length(rest: &str) -> usize {
    let digits = |text: &str| length(text, |c| c.is_ascii_digit());
    let mut end = digits(rest);
    let mut groups_of_three = end <= 3;
    while let Some(mark) = rest[end..].chars().next().filter(|c| is_mark(*c)) {
        let group = digits(&rest[end + mark.len_utf8()..]);
        let is_blank = mark.is_whitespace();
        if group == 0 || (is_blank && !(groups_of_three && group == 3)) {
            break;
        }
        groups_of_three &= group == 3;
        end += mark.len_utf8() + group;
    }
    end
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

/// `260,000`, `260 000` and `260.000` are 260000; `3,14` and `3.140` are 3.14.
pub(super) fn canonical(number: &str) -> String {
    let groups: Vec<&str> = number.split(is_mark).collect();
    let (first, rest) = groups.split_first().map_or(("", [].as_slice()), |(first, rest)| (*first, rest));
    if first.len() <= 3 && first != "0" && rest.iter().all(|group| group.len() == 3) {
        return without_zeros(&groups.concat()).to_owned();
    }
    match rest {
        [] => without_zeros(first).to_owned(),
        [decimals] => with_decimals(first, decimals),
        // "1,234.5"
        [thousands @ .., decimals] if thousands.iter().all(|group| group.len() == 3) => {
            with_decimals(&format!("{first}{}", thousands.concat()), decimals)
        }
        _ => groups.join("."),
    }
}

fn with_decimals(whole: &str, decimals: &str) -> String {
    let decimals = decimals.trim_end_matches('0');
    let whole = without_zeros(whole);
    if decimals.is_empty() { whole.to_owned() } else { format!("{whole}.{decimals}") }
}

fn without_zeros(digits: &str) -> &str {
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() { "0" } else { trimmed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::surface::surfaces;

    #[test]
    fn a_number_is_the_same_however_it_is_written() {
        for (written, number) in [
            ("260,000", "260000"),
            ("260 000", "260000"),
            ("260.000", "260000"),
            ("1,234.50", "1234.5"),
            ("3,14", "3.14"),
            ("3.140", "3140"),
            ("0.125", "0.125"),
            ("1970", "1970"),
            ("007", "7"),
            ("0", "0"),
            ("2.1.3", "2.1.3"),
        ] {
            assert_eq!(canonical(written), number, "{written}");
        }
    }

    fn shown(text: &str) -> Vec<String> {
        let form = |surface: Surface| match surface.form {
            Form::Number(number) => number,
            Form::Month(month) => format!("@{month}"),
            _ => text[surface.range].to_owned(),
        };
        surfaces(text, 0..text.len()).into_iter().map(form).collect()
    }

    #[test]
    fn dates_ordinals_units_and_endings_are_read() {
        for (text, wanted) in [
            ("2018-06-01T21", "1 @6 2018 T21"),
            ("1.6.2018, 99.99.2018", "1 @6 2018 99.99.2018"),
            ("the 3rd of the 1990s in 10ms, 3NF", "the 3 of the 1990 in 10 ms 3NF"),
            ("3:n ja 5:e", "3 ja 5"),
            ("in 2018 100 people, 1 000 rows, 10 20", "in 2018 100 people 1000 rows 10 20"),
            ("1. 2. end 3", "1 2 end 3"),
            ("1.5 million, 2 tuhatta riviä, 3 milestones", "1500000 2000 riviä 3 milestones"),
        ] {
            assert_eq!(shown(text).join(" "), wanted, "{text}");
        }
    }
}
