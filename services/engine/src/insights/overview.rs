//! How a course's chatbots are used, over some days.

use std::collections::{BTreeMap, BTreeSet};

use chatbot_core::mask::Mask;
use chatbot_core::{Action, ChatbotConfig};
use chatbot_protocol::data_part::Verdict;
use chatbot_protocol::insights::{
    AnswerShares, FeedbackComment, FeedbackSummary, InsightChatbot, InsightDay, Insights, MonthUsage,
    PageUse, UnansweredQuestion,
};
use chatbot_protocol::manage::VerdictCount;
use chatbot_protocol::{CourseId, ErrorCode, UserId};
use chatbot_store::insights::read::{self, CourseChatbot, Days};
use chatbot_store::insights::{anonymous, similar};
use chatbot_store::{PgConnection, courses};
use chrono::{Datelike, NaiveDate, TimeDelta};
use serde_json::Value;

use super::blocks::{self, Block, Cell};
use super::{FEW, InsightQuery};
use crate::engine::Engine;
use crate::error::EngineError;

/// The longest period, in days, and the usual one.
const MOST_DAYS: i64 = 400;
const USUAL_DAYS: i64 = 28;
/// How many questions are compared, and how many groups of them are shown.
const MOST_QUESTIONS: i64 = 500;
const MOST_GROUPS: usize = 20;
/// How many comments, and how many pages from the top and from the bottom.
const MOST_COMMENTS: i64 = 50;
const MOST_PAGES: i64 = 20;

const VERDICTS: [Verdict; 7] = [
    Verdict::Supported,
    Verdict::Partly,
    Verdict::Unsupported,
    Verdict::Misquoted,
    Verdict::Unresolved,
    Verdict::Hidden,
    Verdict::Unchecked,
];

pub(super) async fn admit(engine: &Engine, caller: UserId, course: CourseId) -> Result<(), EngineError> {
    engine.admit(&mut *engine.conn().await?, caller, Action::ViewStats, course).await
}

pub(super) async fn overview(
    engine: &Engine,
    caller: UserId,
    course: CourseId,
    query: InsightQuery,
) -> Result<Insights, EngineError> {
    let mut conn = engine.conn().await?;
    engine.admit(&mut conn, caller, Action::ViewStats, course).await?;
    let not_found = || EngineError::refused(ErrorCode::NotFound);
    let now = engine.parts.clock.now();
    let currency = engine.parts.models.currency();
    let month = read::month(&mut conn, course, currency, now).await?.ok_or_else(not_found)?;
    let days = days(course, query, month.today)?;
    let chatbots = read::list_chatbots(&mut conn, course).await?;
    if query.chatbot.is_some_and(|asked| chatbots.iter().all(|chatbot| chatbot.id != asked)) {
        return Err(not_found());
    }
    let limit_tokens = month_limit(&chatbots, query);
    let shown = shown(&mut conn, days, currency).await?;
    let counted = read::count_students(&mut conn, days, &shown.hidden).await?;
    let names = anonymous::list_names(&mut conn, course).await?;
    let mask = Mask::of(names.iter().map(String::as_str));
    let language = courses::find(&mut conn, course).await?.ok_or_else(not_found)?.language;
    let totals = Totals::of(&shown.blocks);
    let any = !shown.blocks.is_empty();
    let active = counted.iter().find(|(day, _)| day.is_none()).map(|(_, students)| *students);
    Ok(Insights {
        from: days.from,
        to: days.to,
        time_zone: month.time_zone,
        currency: currency.map(str::to_owned),
        chatbots: chatbots.into_iter().map(chatbot).collect(),
        active_students: active.filter(|students| *students as usize >= FEW),
        questions: totals.questions,
        days: every_day(days, &shown, &counted, currency.is_some()),
        answers: totals.answers(),
        verdicts: totals.verdicts(),
        unanswered: unanswered(&mut conn, days, &shown.hidden, &mask, &language).await?,
        pages: if any { pages(&mut conn, days, &shown.hidden).await? } else { Vec::new() },
        feedback: feedback(&mut conn, days, &shown.hidden, &mask).await?,
        month: MonthUsage {
            used_tokens: month.used_tokens,
            limit_tokens,
            used_cost_micros: month.cost_micros.filter(|_| currency.is_some()),
        },
    })
}

/// The days asked for, if they are some.
fn days(course: CourseId, query: InsightQuery, today: NaiveDate) -> Result<Days, EngineError> {
    let invalid = |detail: &str| EngineError::Refused {
        code: ErrorCode::InvalidRequest,
        detail: Some(detail.to_owned()),
    };
    let to = query.to.unwrap_or(today);
    let usual = to.checked_sub_signed(TimeDelta::days(USUAL_DAYS - 1));
    let from = query.from.or(usual).ok_or_else(|| invalid("There is no such day."))?;
    // Beyond these years are dates that the database does not know.
    if !(1900..=9999).contains(&from.year()) || !(1900..=9999).contains(&to.year()) {
        return Err(invalid("There is no such day."));
    }
    if from > to {
        return Err(invalid("The first day is after the last."));
    }
    if (to - from).num_days() >= MOST_DAYS {
        return Err(invalid(&format!("A period has at most {MOST_DAYS} days.")));
    }
    Ok(Days { course, chatbot: query.chatbot, from, to })
}

async fn shown(
    conn: &mut PgConnection,
    days: Days,
    currency: Option<&str>,
) -> Result<blocks::Shown, EngineError> {
    let first = days.from.with_day(1).unwrap_or(days.from);
    let last = last_of_month(days.to);
    let facts = read::list_days(conn, Days { from: first, to: last, ..days }, currency).await?;
    let small = blocks::small(&facts);
    let mut students: BTreeMap<Cell, BTreeSet<UserId>> = BTreeMap::new();
    for (chatbot, day, student) in read::list_students(conn, days.course, &small).await? {
        students.entry((chatbot, day)).or_default().insert(student);
    }
    Ok(blocks::shown(facts, &students, (days.from, days.to)))
}

fn last_of_month(day: NaiveDate) -> NaiveDate {
    let (year, month) = if day.month() == 12 { (day.year() + 1, 1) } else { (day.year(), day.month() + 1) };
    NaiveDate::from_ymd_opt(year, month, 1).and_then(|next| next.pred_opt()).unwrap_or(day)
}

fn chatbot(chatbot: CourseChatbot) -> InsightChatbot {
    let config: ChatbotConfig = serde_json::from_value(chatbot.config).unwrap_or_default();
    InsightChatbot { id: chatbot.id, name: chatbot.name, citation_policy: config.citation_policy }
}

/// The limit of the chatbot asked for, or the lowest of the course's.
fn month_limit(chatbots: &[CourseChatbot], query: InsightQuery) -> Option<u32> {
    let asked = chatbots.iter().filter(|chatbot| match query.chatbot {
        Some(asked) => chatbot.id == asked,
        None => !chatbot.deleted,
    });
    let limits = asked.filter_map(|chatbot| {
        chatbot.config.pointer("/limits/course_tokens_per_month").and_then(Value::as_u64)
    });
    limits.min().map(|limit| u32::try_from(limit).unwrap_or(u32::MAX))
}

/// Each day; what was put together stands on its last one.
fn every_day(
    days: Days,
    shown: &blocks::Shown,
    counted: &[(Option<NaiveDate>, u32)],
    has_prices: bool,
) -> Vec<InsightDay> {
    let counted: BTreeMap<NaiveDate, u32> =
        counted.iter().filter_map(|(day, students)| Some(((*day)?, *students))).collect();
    let mut by_day: BTreeMap<NaiveDate, Vec<&Block>> = BTreeMap::new();
    for block in &shown.blocks {
        by_day.entry(block.day).or_default().push(block);
    }
    let not_told: BTreeSet<NaiveDate> = shown
        .blocks
        .iter()
        .flat_map(|block| block.facts.iter().map(|facts| facts.day))
        .chain(shown.hidden.iter().map(|(_, day)| *day))
        .collect();
    days.from
        .iter_days()
        .take_while(|day| *day <= days.to)
        .map(|day| {
            let blocks = by_day.get(&day).map_or(&[][..], Vec::as_slice);
            let totals = Totals::of(blocks.iter().copied());
            let told = blocks.iter().filter_map(|block| block.students).max();
            let students = counted.get(&day).copied().max(told).filter(|_| !blocks.is_empty());
            let [input_tokens, output_tokens] = totals.tokens;
            let is_told = !blocks.is_empty() || !not_told.contains(&day);
            InsightDay {
                day,
                questions: totals.questions,
                students: if not_told.contains(&day) { students } else { Some(0) },
                input_tokens,
                output_tokens,
                cost_micros: totals.cost_micros.filter(|_| has_prices && is_told),
            }
        })
        .collect()
}

/// Sums over blocks.
struct Totals {
    questions: u32,
    standings: [u32; 5],
    verdicts: [u32; 7],
    tokens: [u64; 2],
    /// None when it is not known of all.
    cost_micros: Option<u64>,
}

impl Totals {
    const NOTHING: Self =
        Self { questions: 0, standings: [0; 5], verdicts: [0; 7], tokens: [0; 2], cost_micros: Some(0) };

    fn of<'b>(blocks: impl IntoIterator<Item = &'b Block>) -> Self {
        let mut totals = Self::NOTHING;
        for facts in blocks.into_iter().flat_map(|block| &block.facts) {
            totals.questions += facts.questions;
            totals.standings.iter_mut().zip(facts.standings).for_each(|(sum, more)| *sum += more);
            totals.verdicts.iter_mut().zip(facts.verdicts).for_each(|(sum, more)| *sum += more);
            totals.tokens.iter_mut().zip(facts.tokens).for_each(|(sum, more)| *sum += more);
            totals.cost_micros =
                totals.cost_micros.zip(facts.cost_micros).map(|(sum, more)| sum.saturating_add(more));
        }
        totals
    }

    const fn answers(&self) -> AnswerShares {
        let [supported, partly, unsupported, uncited, unfinished] = self.standings;
        AnswerShares { supported, partly, unsupported, uncited, unfinished }
    }

    fn verdicts(&self) -> Vec<VerdictCount> {
        let counts = VERDICTS.into_iter().zip(self.verdicts).filter(|(_, count)| *count > 0);
        counts.map(|(verdict, count)| VerdictCount { verdict, count }).collect()
    }
}

async fn unanswered(
    conn: &mut PgConnection,
    days: Days,
    hidden: &[Cell],
    mask: &Mask,
    language: &str,
) -> Result<Vec<UnansweredQuestion>, EngineError> {
    let asked = read::list_unanswered(conn, days, hidden, MOST_QUESTIONS).await?;
    let questions: Vec<&str> = asked.iter().map(|asked| asked.question.as_str()).collect();
    let groups = similar::group(&questions, language);
    let told = groups.into_iter().take(MOST_GROUPS).filter_map(|group| {
        // The newest stands for all.
        let first = asked.get(*group.first()?)?;
        Some(UnansweredQuestion {
            question: mask.apply(&first.question),
            count: u32::try_from(group.len()).unwrap_or(u32::MAX),
            last_asked_at: first.asked_at,
        })
    });
    Ok(told.collect())
}

async fn pages(conn: &mut PgConnection, days: Days, hidden: &[Cell]) -> Result<Vec<PageUse>, EngineError> {
    let pages = read::list_pages(conn, days, hidden, MOST_PAGES).await?;
    let used = |page: read::UsedPage| PageUse {
        page_id: page.id,
        title: page.title,
        url: page.url,
        cited: page.cited,
    };
    Ok(pages.into_iter().map(used).collect())
}

async fn feedback(
    conn: &mut PgConnection,
    days: Days,
    hidden: &[Cell],
    mask: &Mask,
) -> Result<FeedbackSummary, EngineError> {
    let (up, down, said) = read::feedback(conn, days, hidden, MOST_COMMENTS).await?;
    let comments = said.into_iter().map(|said| FeedbackComment {
        rating: said.rating,
        reason: said.reason,
        comment: said.comment.map(|comment| mask.apply(&comment)),
        question: mask.apply(&said.question),
        at: said.at,
    });
    Ok(FeedbackSummary { up, down, comments: comments.collect() })
}
