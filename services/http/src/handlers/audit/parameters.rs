//! What admins' lists are filtered by, out of the part of an address behind `?`. An unknown name, a name that is
//! given twice or a value that cannot be read is told by name, never ignored.

use actix_web::HttpRequest;
use actix_web::web::Query;
use chatbot_engine::audit::{CallFilter, CitationFilter, LogFilter, PageWish, RateBy, RatesWish};
use chatbot_protocol::ErrorCode;
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use crate::error::HttpError;

/// The longest value, in characters.
pub(super) const LONGEST_VALUE: usize = 300;
/// The years that can be asked about.
const YEARS: std::ops::RangeInclusive<i32> = 1970..=9999;
/// Those that may say nothing: no words to look for, and the first page.
const MAY_BE_EMPTY: [&str; 2] = ["q", "cursor"];

pub(super) const CITATIONS: &[&str] = &[
    "courseId",
    "teacherId",
    "chatbotId",
    "verdict",
    "freshness",
    "tool",
    "model",
    "pageId",
    "cited",
    "reviewed",
    "from",
    "to",
    "q",
    "needsLook",
    "cursor",
    "limit",
];
pub(super) const CALLS: &[&str] =
    &["courseId", "chatbotId", "tool", "disposition", "status", "denied", "from", "to", "cursor", "limit"];
pub(super) const LOG: &[&str] = &["actor", "action", "courseId", "from", "to", "cursor", "limit"];
pub(super) const RATES: &[&str] = &["by", "courseId", "from", "to"];

/// The words of a call's disposition and status, as the database has them.
pub(super) const DISPOSITIONS: &[&str] =
    &["accept", "answer", "edit", "skip", "splice", "retry", "discard", "fail"];
pub(super) const STATUSES: &[&str] = &[
    "pending",
    "running",
    "waiting",
    "answered",
    "done",
    "failed",
    "denied",
    "unanswered",
    "unknown",
    "ignored",
    "rejected",
];

/// The parameters of a request.
pub(super) struct Parameters(Vec<(String, String)>);

pub(super) fn citations(request: &HttpRequest) -> Result<(CitationFilter, PageWish), HttpError> {
    let given = Parameters::read(request, CITATIONS)?;
    let filter = CitationFilter {
        course: given.id("courseId")?,
        teacher: given.id("teacherId")?,
        chatbot: given.id("chatbotId")?,
        verdicts: given.words("verdict")?,
        freshness: given.words("freshness")?,
        tool: given.text("tool")?,
        model: given.text("model")?,
        page: given.id("pageId")?,
        cited: given.flag("cited")?,
        reviewed: given.flag("reviewed")?,
        from: given.from()?,
        before: given.before()?,
        words: given.text("q")?,
        needs_look: given.flag("needsLook")?.unwrap_or(false),
    };
    Ok((filter, given.page()?))
}

pub(super) fn calls(request: &HttpRequest) -> Result<(CallFilter, PageWish), HttpError> {
    let given = Parameters::read(request, CALLS)?;
    let filter = CallFilter {
        course: given.id("courseId")?,
        chatbot: given.id("chatbotId")?,
        tool: given.text("tool")?,
        disposition: given.one_of("disposition", DISPOSITIONS)?,
        status: given.one_of("status", STATUSES)?,
        denied: given.flag("denied")?.unwrap_or(false),
        from: given.from()?,
        before: given.before()?,
    };
    Ok((filter, given.page()?))
}

pub(super) fn log(request: &HttpRequest) -> Result<(LogFilter, PageWish), HttpError> {
    let given = Parameters::read(request, LOG)?;
    let filter = LogFilter {
        actor: given.id("actor")?,
        action: given.text("action")?,
        course: given.id("courseId")?,
        from: given.from()?,
        before: given.before()?,
    };
    Ok((filter, given.page()?))
}

pub(super) fn rates(request: &HttpRequest) -> Result<RatesWish, HttpError> {
    let given = Parameters::read(request, RATES)?;
    let by = match given.text("by")?.as_deref() {
        None | Some("course") => RateBy::Course,
        Some("chatbot") => RateBy::Chatbot,
        Some("model") => RateBy::Model,
        Some(_) => return Err(unreadable("by")),
    };
    let day = |name: &'static str| {
        given.text(name)?.map(|text| read_day(&text).ok_or_else(|| unreadable(name))).transpose()
    };
    Ok(RatesWish { by, course: given.id("courseId")?, from: day("from")?, to: day("to")? })
}

impl Parameters {
    fn read(request: &HttpRequest, known: &[&str]) -> Result<Self, HttpError> {
        let pairs = Query::<Vec<(String, String)>>::from_query(request.query_string()).map_err(|_| {
            HttpError::with_detail(ErrorCode::InvalidRequest, "The parameters cannot be read.")
        })?;
        for (name, value) in pairs.iter() {
            if !known.contains(&name.as_str()) {
                let detail = format!("There is no such parameter here; there are: {}.", known.join(", "));
                return Err(HttpError::with_detail(ErrorCode::InvalidRequest, detail));
            }
            let says_nothing = !MAY_BE_EMPTY.contains(&name.as_str()) && value.trim().is_empty();
            if says_nothing || value.contains('\0') || value.chars().count() > LONGEST_VALUE {
                return Err(unreadable(name));
            }
        }
        Ok(Self(pairs.into_inner().into_iter().filter(|(_, value)| !value.trim().is_empty()).collect()))
    }

    fn text(&self, name: &str) -> Result<Option<String>, HttpError> {
        let mut given = self.0.iter().filter(|(given, _)| given == name).map(|(_, value)| value.trim());
        match (given.next(), given.next()) {
            (value, None) => Ok(value.map(str::to_owned)),
            _ => Err(unreadable(name)),
        }
    }

    fn id<T: From<Uuid>>(&self, name: &str) -> Result<Option<T>, HttpError> {
        let id = self.text(name)?.map(|text| Uuid::parse_str(&text).map_err(|_| unreadable(name)));
        Ok(id.transpose()?.map(T::from))
    }

    fn flag(&self, name: &str) -> Result<Option<bool>, HttpError> {
        self.text(name)?.map(|text| text.parse().map_err(|_| unreadable(name))).transpose()
    }

    fn one_of(&self, name: &str, words: &[&str]) -> Result<Option<String>, HttpError> {
        let text = self.text(name)?;
        match text.filter(|text| !words.contains(&text.as_str())) {
            None => self.text(name),
            Some(_) => Err(unreadable(name)),
        }
    }

    /// Several words: the parameter given several times, or once with commas.
    fn words<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>, HttpError> {
        let given = self.0.iter().filter(|(given, _)| given == name).flat_map(|(_, value)| value.split(','));
        let read = |word: &str| serde_json::from_value(Value::String(word.trim().to_owned()));
        given.map(|word| read(word).map_err(|_| unreadable(name))).collect()
    }

    /// From the beginning of a day of UTC, or from a moment.
    fn from(&self) -> Result<Option<DateTime<Utc>>, HttpError> {
        let at = |text: String| read_moment(&text).or_else(|| Some(start_of(read_day(&text)?)));
        self.text("from")?.map(|text| at(text).ok_or_else(|| unreadable("from"))).transpose()
    }

    /// To the end of a day of UTC, or to a moment, which is not included.
    fn before(&self) -> Result<Option<DateTime<Utc>>, HttpError> {
        let day_after = |text: &str| read_day(text)?.checked_add_days(Days::new(1)).map(start_of);
        let at = |text: String| read_moment(&text).or_else(|| day_after(&text));
        self.text("to")?.map(|text| at(text).ok_or_else(|| unreadable("to"))).transpose()
    }

    fn page(&self) -> Result<PageWish, HttpError> {
        let limit = self.text("limit")?.map(|text| text.parse().map_err(|_| unreadable("limit")));
        Ok(PageWish { cursor: self.text("cursor")?, limit: limit.transpose()? })
    }
}

fn read_day(text: &str) -> Option<NaiveDate> {
    text.parse().ok().filter(|day: &NaiveDate| YEARS.contains(&day.year()))
}

fn read_moment(text: &str) -> Option<DateTime<Utc>> {
    let moment = DateTime::parse_from_rfc3339(text).ok()?.with_timezone(&Utc);
    Some(moment).filter(|moment| YEARS.contains(&moment.year()))
}

fn start_of(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

fn unreadable(name: &str) -> HttpError {
    HttpError::with_detail(ErrorCode::InvalidRequest, format!("The parameter {name} cannot be read."))
}
