use std::collections::HashMap;
use std::time::Instant;
use chatbot_protocol::{CourseId, UserId};
use chatbot_store::search::{SearchRequest, search};
use chatbot_store::{course_index, migrations};
use sqlx::PgPool;
use uuid::Uuid;

const USER: UserId = UserId(Uuid::from_u128(1));
const COURSE: CourseId = CourseId(Uuid::from_u128(2));

async fn setup(pool: &PgPool, lang: &str, pages: &[(String, String)]) {
    sqlx::raw_sql(include_str!("../contract/lms.sql")).execute(pool).await.unwrap();
    migrations::run(pool).await.unwrap();
    sqlx::raw_sql("insert into lms.organizations values ('00000000-0000-0000-0000-000000000003','o','o'); insert into lms.users values ('00000000-0000-0000-0000-000000000001','u','u',null,null)").execute(pool).await.unwrap();
    sqlx::query("insert into lms.courses values ($1,'00000000-0000-0000-0000-000000000003','c','c','',$2,'UTC','open',true,true)").bind(COURSE.0).bind(lang).execute(pool).await.unwrap();
    for (n, (title, body)) in pages.iter().enumerate() {
        sqlx::query("insert into lms.pages values ($1,$2,null,$3,$4,$5,$6,'markdown',1,false,null,now())")
            .bind(Uuid::from_u128(100 + n as u128)).bind(COURSE.0).bind(n as i32).bind(title).bind(format!("/{n}")).bind(body).execute(pool).await.unwrap();
    }
    let t = Instant::now();
    let mut conn = pool.acquire().await.unwrap();
    let i = course_index::refresh(&mut conn, COURSE, chrono::DateTime::UNIX_EPOCH, |_| {}).await.unwrap();
    let n: i64 = sqlx::query_scalar("select count(*) from chatbot.passages").fetch_one(&mut *conn).await.unwrap();
    println!("indexed {i:?} passages {n} in {:?}", t.elapsed());
    sqlx::raw_sql("analyze").execute(pool).await.unwrap();
}

#[sqlx::test(migrations = false)]
async fn xquad(pool: PgPool) {
    let lang = std::env::var("XLANG").unwrap_or("en".into());
    let dir = format!("/work/shared/data/xquad/{lang}");
    let read = |f: &str| std::fs::read_to_string(format!("{dir}/{f}")).unwrap();
    let corpus: Vec<serde_json::Value> = read("corpus.jsonl").lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let pages: Vec<(String, String)> = corpus.iter().map(|c| {
        let title = if std::env::var("NOTITLE").is_ok() { "x".into() } else { c["title"].as_str().unwrap().replace('_', " ") };
        (title, c["text"].as_str().unwrap().to_owned())
    }).collect();
    setup(&pool, &lang, &pages).await;
    let ids: HashMap<String, Uuid> = corpus.iter().enumerate().map(|(n, c)| (c["id"].as_str().unwrap().to_owned(), Uuid::from_u128(100 + n as u128))).collect();
    let mut qrels: HashMap<String, Vec<Uuid>> = HashMap::new();
    for l in read("qrels.tsv").lines().skip(1) { let p: Vec<_> = l.split('\t').collect(); qrels.entry(p[0].into()).or_default().push(ids[p[1]]); }
    let mut conn = pool.acquire().await.unwrap();
    let (mut ndcg, mut hit5, mut n) = (0.0, 0.0, 0.0);
    let mut times = vec![];
    for l in read("queries.jsonl").lines() {
        let q: serde_json::Value = serde_json::from_str(l).unwrap();
        let t = Instant::now();
        let found = search(&mut conn, &SearchRequest { user: USER, course: COURSE, language: &lang, query: q["text"].as_str().unwrap(), limit: 20, now: chrono::DateTime::UNIX_EPOCH }).await.unwrap();
        times.push(t.elapsed());
        let rel = &qrels[q["id"].as_str().unwrap()];
        let mut pages: Vec<Uuid> = vec![];
        for f in &found { if !pages.contains(&f.page_id.0) { pages.push(f.page_id.0); } }
        n += 1.0;
        if let Some(r) = pages.iter().position(|p| rel.contains(p)) {
            if r < 10 { ndcg += 1.0 / ((r + 2) as f64).log2(); }
            if r < 5 { hit5 += 1.0; }
        }
    }
    times.sort();
    println!("{lang}: nDCG@10 {:.4} hit@5 {:.4} n {n} p50 {:?} p95 {:?}", ndcg / n, hit5 / n, times[times.len() / 2], times[times.len() * 95 / 100]);
}

#[sqlx::test(migrations = false)]
async fn moocfi(pool: PgPool) {
    let mut pages = vec![];
    let mut dirs = vec![std::path::PathBuf::from("/work/shared/data/courses/moocfi-python/pages")];
    while let Some(d) = dirs.pop() {
        for e in std::fs::read_dir(d).unwrap() {
            let p = e.unwrap().path();
            if p.is_dir() { dirs.push(p) } else if p.extension().is_some_and(|e| e == "md") {
                let s = std::fs::read_to_string(&p).unwrap();
                let rest = s.strip_prefix("---").unwrap();
                let (front, body) = rest.split_once("\n---").unwrap();
                let title = front.lines().find_map(|l| l.strip_prefix("title:")).unwrap().trim().trim_matches(['\'', '"']).to_owned();
                pages.push((title, body.to_owned()));
            }
        }
    }
    setup(&pool, "en", &pages).await;
    let mut conn = pool.acquire().await.unwrap();
    let questions = std::fs::read_to_string("/tmp/w/questions.txt").unwrap();
    for q in questions.lines() {
        let t = Instant::now();
        let found = search(&mut conn, &SearchRequest { user: USER, course: COURSE, language: "en", query: q, limit: 5, now: chrono::DateTime::UNIX_EPOCH }).await.unwrap();
        println!("\n=== {q}  ({:?})", t.elapsed());
        for f in found {
            println!("  {:.3} {} > {} #{} [{} words] {}", f.rank, f.page_title, f.heading_path.join(" > "), f.anchor, f.text.split_whitespace().count(), f.text.replace('\n', " ⏎ ").chars().take(170).collect::<String>());
        }
    }
    if std::env::var("KEEP").is_ok() { panic!("keep"); }
}
