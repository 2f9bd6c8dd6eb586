//! Course pages as HTML that is safe to show.
//!
//! Headings get ids by the same rule as the chatbot's citations, so that a link from an answer lands on the
//! passage. Nothing else has an id. Pictures become their alternative text: the import takes no files along,
//! and a page must not load anything from elsewhere.

mod render;
mod sanitize;

use std::collections::HashSet;

use chatbot_core::passage::BodyFormat;

/// A page's body as safe HTML. `body_format` is the one of `lms.pages`.
pub fn html(body: &str, body_format: &str) -> String {
    match BodyFormat::from_name(body_format) {
        BodyFormat::Html => sanitize::clean(body, "", HashSet::new()),
        BodyFormat::Markdown => {
            let render::Rendered { html, mark, anchors } = render::markdown(body);
            // A picture without a text leaves an empty paragraph.
            sanitize::clean(&html, &mark, anchors).replace("<p></p>\n", "")
        }
    }
}

#[cfg(test)]
mod tests;
