//! Server-sent events out of bytes that come in any pieces.
//!
//! Small enough to own: `eventsource-stream` loses a last event without a blank line and the first one
//! after a byte order mark, and ends at bytes that are no UTF-8. Here the first two are read, and such
//! bytes become U+FFFD.

use std::collections::VecDeque;

/// The longest line and the longest event, in bytes.
const LIMIT: usize = 8 * 1024 * 1024;

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SseEvent {
    /// What the `event:` line says.
    pub name: String,
    /// The `data:` lines.
    pub data: String,
}

/// A line or event without an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// The state between two pieces.
#[derive(Debug, Default)]
pub struct SseReader {
    line: Vec<u8>,
    event: SseEvent,
    has_data: bool,
    after_return: bool,
    past_first_line: bool,
}

impl SseReader {
    /// Reads a piece; whole events go to `events`.
    pub fn push(&mut self, mut bytes: &[u8], events: &mut VecDeque<SseEvent>) -> Result<(), TooLong> {
        if bytes.is_empty() {
            return Ok(());
        }
        if std::mem::take(&mut self.after_return) && bytes[0] == b'\n' {
            bytes = &bytes[1..];
        }
        while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.grow(&bytes[..end])?;
            let line = std::mem::take(&mut self.line);
            events.extend(self.end_of_line(&line));
            let crlf = bytes[end..].starts_with(b"\r\n");
            self.after_return = bytes[end] == b'\r' && end + 1 == bytes.len();
            bytes = &bytes[end + 1 + usize::from(crlf)..];
        }
        self.grow(bytes)
    }

    /// The last event, when the blank line after it is missing.
    pub fn finish(&mut self) -> Option<SseEvent> {
        let line = std::mem::take(&mut self.line);
        let before = if line.is_empty() { None } else { self.end_of_line(&line) };
        before.or_else(|| self.dispatch())
    }

    fn grow(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        if self.line.len() + self.event.data.len() + bytes.len() > LIMIT {
            return Err(TooLong);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_of_line(&mut self, line: &[u8]) -> Option<SseEvent> {
        let line = String::from_utf8_lossy(line);
        let first = !std::mem::replace(&mut self.past_first_line, true);
        let line = if first { line.trim_start_matches('\u{FEFF}') } else { &line };
        if line.is_empty() {
            return self.dispatch();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if self.has_data {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
                self.has_data = true;
            }
            "event" => value.clone_into(&mut self.event.name),
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<SseEvent> {
        let event = std::mem::take(&mut self.event);
        std::mem::take(&mut self.has_data).then_some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pieces: &[&[u8]]) -> Vec<(String, String)> {
        let mut reader = SseReader::default();
        let mut events = VecDeque::new();
        for piece in pieces {
            reader.push(piece, &mut events).unwrap();
        }
        events.extend(reader.finish());
        events.into_iter().map(|event| (event.name, event.data)).collect()
    }

    #[test]
    fn every_form_of_an_event_is_read_at_every_split() {
        let data =
            |texts: &[&str]| texts.iter().map(|text| (String::new(), (*text).to_owned())).collect::<Vec<_>>();
        let cases: Vec<(&str, Vec<(String, String)>)> = vec![
            ("data: a\n\ndata: b\n\n", data(&["a", "b"])),
            ("data: a\r\n\r\ndata: b\r\n\r\n", data(&["a", "b"])),
            ("data: a\r\rdata: b\r\r", data(&["a", "b"])),
            ("data: a\r\n\ndata: b\n\r\n", data(&["a", "b"])),
            ("data:a\n\n", data(&["a"])),
            ("data:  a\n\n", data(&[" a"])),
            ("data: a\ndata: b\n\n", data(&["a\nb"])),
            ("data: a\n\ndata: last", data(&["a", "last"])),
            ("data: a\n\ndata: last\n", data(&["a", "last"])),
            ("\u{FEFF}data: a\n\n", data(&["a"])),
            (": comment\n\ndata: a\n\n: more\n\n", data(&["a"])),
            ("id: 7\nretry: 9\nodd\ndata: a\n\n", data(&["a"])),
            ("data\n\n", data(&[""])),
            ("event: x\n\ndata: ä–日\n\n", data(&["ä–日"])),
            ("event: ping\ndata: {}\n\n", vec![("ping".into(), "{}".into())]),
            ("", vec![]),
        ];
        for (text, expected) in cases {
            let bytes = text.as_bytes();
            assert_eq!(read(&[bytes]), expected, "{text:?}");
            assert_eq!(read(&bytes.chunks(1).collect::<Vec<_>>()), expected, "{text:?} byte by byte");
            for split in 0..bytes.len() {
                assert_eq!(read(&[&bytes[..split], &bytes[split..]]), expected, "{text:?} at {split}");
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(read(&[b"data: a\xFFb\n\n"])[0].1, "a\u{FFFD}b");
    }

    #[test]
    fn an_event_without_end_is_given_up() {
        let mut reader = SseReader::default();
        let piece = vec![b'x'; 1024 * 1024];
        let mut events = VecDeque::new();
        let taken = (0..64).take_while(|_| reader.push(&piece, &mut events).is_ok()).count();
        assert_eq!(taken, 8);
    }
}
