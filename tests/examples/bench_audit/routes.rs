//! What is asked.

use chatbot_protocol::UserId;
use sqlx::PgPool;
use uuid::Uuid;

/// Audits everything.
pub const ADMIN: UserId = UserId(Uuid::from_u128(0xe477_4cdd_a079_3f86_414e_8b91_40bb_6db4));

/// A route, asked about one thing after the other.
pub struct Route {
    pub name: String,
    pub who: UserId,
    pub paths: Vec<String>,
}

/// Who asks, and what there is to ask about.
struct World {
    admin: UserId,
    one_organisation: UserId,
    courses: Vec<Uuid>,
    chatbots: Vec<Uuid>,
    teachers: Vec<Uuid>,
    pages: Vec<Uuid>,
    citations: Vec<Uuid>,
    turns: Vec<Uuid>,
}

/// Every list with each filter and some together, every detail, counts and rates.
pub async fn all(pool: &PgPool) -> Vec<Route> {
    let world = World::read(pool).await;
    if insights_only() {
        return world.insights();
    }
    let mut routes = world.lists();
    routes.extend(world.searches());
    routes.extend(world.lists_together());
    routes.extend(world.counts());
    routes.extend(world.others());
    routes.extend(world.insights());
    routes
}

/// Whether nothing else is asked for than what teachers see.
pub fn insights_only() -> bool {
    std::env::var("INSIGHTS").is_ok()
}

impl World {
    async fn read(pool: &PgPool) -> Self {
        let ids =
            async |sql: &'static str| -> Vec<Uuid> { sqlx::query_scalar(sql).fetch_all(pool).await.unwrap() };
        Self {
            admin: UserId(ids("select md5('u1')::uuid").await[0]),
            one_organisation: UserId(ids("select md5('u2')::uuid").await[0]),
            courses: ids("select id from lms.courses order by id").await,
            chatbots: ids("select id from chatbot.chatbots order by id").await,
            teachers: ids("select md5('u' || n + 2)::uuid from generate_series(1, 40) n").await,
            pages: ids("select id from lms.pages order by id limit 40").await,
            citations: ids("select id from chatbot.cited_sentences tablesample bernoulli (5) limit 40").await,
            turns: ids("select id from chatbot.turns tablesample bernoulli (5) limit 40").await,
        }
    }

    fn lists(&self) -> Vec<Route> {
        let list = "/audit/citations";
        let days = ["2025-10-01", "2026-02-01", "2026-08-01"];
        vec![
            self.route("citations", list, [""]),
            self.route("needsLook", list, ["needsLook=true"]),
            self.route("courseId", list, each("courseId", &self.courses)),
            self.route("teacherId", list, each("teacherId", &self.teachers)),
            self.route("chatbotId", list, each("chatbotId", &self.chatbots)),
            self.route(
                "verdict",
                list,
                ["supported", "misquoted", "hidden", "unresolved"].map(|v| format!("verdict={v}")),
            ),
            self.route(
                "freshness",
                list,
                ["fresh", "moved", "changed", "gone"].map(|f| format!("freshness={f}")),
            ),
            self.route("tool", list, ["tool=page_lookup", "tool=course_material_search", "tool=none"]),
            self.route("model", list, ["model=offline", "model=none"]),
            self.route("pageId", list, each("pageId", &self.pages)),
            self.route("cited=false", list, ["cited=false"]),
            self.route("reviewed", list, ["reviewed=true", "reviewed=false"]),
            self.route("from, to", list, days.map(|day| format!("from={day}&to={day}"))),
        ]
    }

    fn searches(&self) -> Vec<Route> {
        let list = "/audit/citations";
        vec![
            self.route("q, a word of many sentences", list, ["q=wcf", "q=wc4", "q=wcf+wc4"]),
            self.route("q, a word of few", list, ["q=w08f9", "q=wf89", "q=we4da3b7"]),
            self.route("q, no such word", list, ["q=nothing", "q=zzz"]),
            self.route("q and needsLook", list, ["q=wcf&needsLook=true", "q=wc4&needsLook=true"]),
            self.route("courseId and q", list, each_with("courseId", &self.courses, "q=wcf")),
        ]
    }

    fn lists_together(&self) -> Vec<Route> {
        let list = "/audit/citations";
        vec![
            self.route(
                "courseId, misquoted, not reviewed",
                list,
                each_with("courseId", &self.courses, "verdict=misquoted&reviewed=false"),
            ),
            self.route(
                "chatbotId, gone, page_lookup",
                list,
                each_with("chatbotId", &self.chatbots, "freshness=gone&tool=page_lookup"),
            ),
            self.route("nothing passes", list, ["verdict=hidden&freshness=gone&reviewed=true"]),
            self.route(
                "teacherId, unsupported and gone in a month",
                list,
                each_with(
                    "teacherId",
                    &self.teachers,
                    "verdict=unsupported&freshness=gone&from=2026-01-01&to=2026-01-31",
                ),
            ),
            self.route(
                "the middle of the list",
                list,
                ["cursor=1772323200000000.00000000-0000-0000-0000-000000000000"],
            ),
            self.of_one("citations, one organisation", list, [""]),
            self.of_one("needsLook, one organisation", list, ["needsLook=true"]),
            self.of_one("hidden, one organisation", list, ["verdict=hidden", "verdict=hidden&q=wcf"]),
        ]
    }

    fn counts(&self) -> Vec<Route> {
        let count = "/audit/citations/count";
        vec![
            self.route("count", count, [""]),
            self.route("count, misquoted", count, ["verdict=misquoted"]),
            self.route("count, needsLook", count, ["needsLook=true"]),
            self.route("count, hidden and gone", count, ["verdict=hidden&freshness=gone"]),
            self.route("count, courseId", count, each("courseId", &self.courses)),
            self.route("count, q", count, ["q=wcf", "q=w08f9"]),
            self.of_one("count, one organisation", count, ["", "verdict=misquoted"]),
        ]
    }

    fn others(&self) -> Vec<Route> {
        let rates = "/audit/citations/rates";
        let year = "from=2025-09-01&to=2026-08-31";
        let mut routes = vec![
            self.route("filters", "/audit/filters", [""]),
            self.route("rates by course, a year", rates, [format!("by=course&{year}")]),
            self.route("rates by chatbot, a year", rates, [format!("by=chatbot&{year}")]),
            self.route("rates by model, a year", rates, [format!("by=model&{year}")]),
            self.route("rates of one course", rates, each_with("by=chatbot&courseId", &self.courses, year)),
            self.route("tool-calls", "/audit/tool-calls", [""]),
            self.route("tool-calls, denied", "/audit/tool-calls", ["denied=true"]),
            self.route(
                "tool-calls of a course and tool",
                "/audit/tool-calls",
                each_with("courseId", &self.courses, "tool=glossary_lookup&denied=true"),
            ),
            self.route("tool-calls, nothing passes", "/audit/tool-calls", ["status=failed"]),
            self.route("log", "/audit/log", [""]),
            self.route("log of a course", "/audit/log", each("courseId", &self.courses)),
            self.route("log of a person", "/audit/log", each("actor", &self.teachers)),
            self.route("log, nothing passes", "/audit/log", ["action=none"]),
        ];
        for (name, place, ids) in
            [("one citation", "/audit/citations", &self.citations), ("one turn", "/audit/turns", &self.turns)]
        {
            let paths = ids.iter().map(|id| format!("{place}/{id}")).collect();
            routes.push(Route { name: name.to_owned(), who: self.admin, paths });
        }
        routes
    }

    /// What teachers see of each course, the largest of which have many times the questions of the smallest.
    fn insights(&self) -> Vec<Route> {
        let periods = [
            ("insights, four weeks", "insights"),
            ("insights, a term", "insights?from=2026-01-12&to=2026-05-31"),
            ("insights, a year", "insights?from=2025-09-01&to=2026-08-31"),
            ("conversations of a course", "conversations"),
        ];
        let routes = periods.into_iter().map(|(name, path)| {
            let paths = self.courses.iter().map(|course| format!("/manage/courses/{course}/{path}"));
            Route { name: name.to_owned(), who: self.admin, paths: paths.collect() }
        });
        routes.collect()
    }

    fn route(&self, name: &str, path: &str, filters: impl IntoIterator<Item = impl AsRef<str>>) -> Route {
        let paths = filters.into_iter().map(|filter| format!("{path}?{}", filter.as_ref())).collect();
        Route { name: name.to_owned(), who: self.admin, paths }
    }

    fn of_one(&self, name: &str, path: &str, filters: impl IntoIterator<Item = impl AsRef<str>>) -> Route {
        Route { who: self.one_organisation, ..self.route(name, path, filters) }
    }
}

fn each(name: &str, ids: &[Uuid]) -> Vec<String> {
    ids.iter().map(|id| format!("{name}={id}")).collect()
}

fn each_with(name: &str, ids: &[Uuid], more: &str) -> Vec<String> {
    ids.iter().map(|id| format!("{name}={id}&{more}")).collect()
}
