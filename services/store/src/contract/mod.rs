//! Checks at start whether the host's views of schema `lms` are what the program reads.
//!
//! Views promise nothing: Postgres calls every column of a view nullable, and a host may get a type or a
//! name wrong. Better to say so at start than in the middle of a student's turn.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, PgConnection, Row};

use crate::StoreError;

mod relations;

use relations::{Column, RELATIONS, Relation};

/// Something that the host's views lack. Its text is a sentence for the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContractFault {
    /// There is no such view or table.
    #[error("The view lms.{relation} is missing.")]
    MissingRelation {
        /// Its name.
        relation: &'static str,
    },
    /// A view lacks a column.
    #[error("The view lms.{relation} lacks the column {column} of type {expected}.")]
    MissingColumn {
        /// The view.
        relation: &'static str,
        /// The column.
        column: &'static str,
        /// The type that it must have.
        expected: &'static str,
    },
    /// A column is of a type that cannot be read.
    #[error("The column lms.{relation}.{column} is of type {found}, but must be {expected}.")]
    WrongType {
        /// The view.
        relation: &'static str,
        /// The column.
        column: &'static str,
        /// The type that it must have.
        expected: &'static str,
        /// The type that it has.
        found: String,
    },
    /// A column that must have a value has none in some rows.
    #[error("The column lms.{relation}.{column} is null in {rows} row(s), but must always have a value.")]
    ForbiddenNull {
        /// The view.
        relation: &'static str,
        /// The column.
        column: &'static str,
        /// In how many rows.
        rows: i64,
    },
    /// A column holds words that the program does not know.
    #[error("The column lms.{relation}.{column} has other values than {allowed} in {rows} row(s).")]
    UnknownWord {
        /// The view.
        relation: &'static str,
        /// The column.
        column: &'static str,
        /// The words that it may hold.
        allowed: String,
        /// In how many rows it holds others.
        rows: i64,
    },
    /// Rows that must be different share their key.
    #[error("The view lms.{relation} has {rows} row(s) whose {key} another row has too; it must be unique.")]
    NotUnique {
        /// The view.
        relation: &'static str,
        /// The columns.
        key: String,
        /// How many rows are too many.
        rows: i64,
    },
}

/// Everything that is wrong with the views; empty when they keep the contract. Reads each view once as a
/// whole.
pub async fn check(conn: &mut PgConnection) -> Result<Vec<ContractFault>, StoreError> {
    let types = column_types(conn).await?;
    let mut faults = Vec::new();
    for relation in RELATIONS {
        let shape = shape_faults(relation, &types);
        if shape.is_empty() {
            faults.extend(row_faults(conn, relation).await?);
        }
        faults.extend(shape);
    }
    Ok(faults)
}

/// What is wrong with the views' names and types alone: one query of the catalogue, however large the views are.
pub async fn check_shape(conn: &mut PgConnection) -> Result<Vec<ContractFault>, StoreError> {
    let types = column_types(conn).await?;
    Ok(RELATIONS.iter().flat_map(|relation| shape_faults(relation, &types)).collect())
}

fn shape_faults(relation: &Relation, types: &Types) -> Vec<ContractFault> {
    let Some(types) = types.get(relation.name) else {
        return vec![ContractFault::MissingRelation { relation: relation.name }];
    };
    relation.columns.iter().filter_map(|column| column_fault(relation, column, types)).collect()
}

/// The types of columns by name, by relation.
type Types = HashMap<String, HashMap<String, String>>;

async fn column_types(conn: &mut PgConnection) -> Result<Types, StoreError> {
    let columns = sqlx::query!(
        r#"
        select c.relname::text as "relation!", a.attname::text as "name?",
               base.typname::text as "type_name?"
        from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname = 'lms'
        left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_catalog.pg_type t on t.oid = a.atttypid
        left join pg_catalog.pg_type base on base.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
        where c.relkind in ('r', 'p', 'v', 'm', 'f')
        "#,
    )
    .fetch_all(conn)
    .await?;
    let mut types = Types::new();
    for column in columns {
        let of_relation = types.entry(column.relation).or_default();
        of_relation.extend(column.name.zip(column.type_name));
    }
    Ok(types)
}

fn column_fault(
    relation: &Relation,
    column: &Column,
    types: &HashMap<String, String>,
) -> Option<ContractFault> {
    let (relation, expected) = (relation.name, column.kind.name());
    match types.get(column.name) {
        None => Some(ContractFault::MissingColumn { relation, column: column.name, expected }),
        Some(found) if !column.kind.accepts(found) => {
            Some(ContractFault::WrongType { relation, column: column.name, expected, found: found.clone() })
        }
        Some(_) => None,
    }
}

/// Reads all rows once: forbidden nulls, unknown words, rows that share a key.
async fn row_faults(conn: &mut PgConnection, relation: &Relation) -> Result<Vec<ContractFault>, StoreError> {
    // Only names from the constant table are put in.
    let row = sqlx::query(AssertSqlSafe(counting_query(relation))).fetch_one(conn).await?;
    let mut counts = (0..row.len()).map(|index| row.try_get::<i64, _>(index));
    let mut next = || counts.next().transpose().map(Option::unwrap_or_default);
    let mut faults = Vec::new();
    for column in relation.columns.iter().filter(|column| !column.nullable) {
        let rows = next()?;
        if rows > 0 {
            faults.push(ContractFault::ForbiddenNull { relation: relation.name, column: column.name, rows });
        }
    }
    for column in relation.columns.iter().filter(|column| !column.words.is_empty()) {
        let rows = next()?;
        if rows > 0 {
            let allowed = column.words.join(", ");
            faults.push(ContractFault::UnknownWord {
                relation: relation.name,
                column: column.name,
                allowed,
                rows,
            });
        }
    }
    if !relation.key.is_empty() {
        let rows = next()?;
        if rows > 0 {
            let key = relation.key.join(" and ");
            faults.push(ContractFault::NotUnique { relation: relation.name, key, rows });
        }
    }
    Ok(faults)
}

fn counting_query(relation: &Relation) -> String {
    let nulls = relation
        .columns
        .iter()
        .filter(|column| !column.nullable)
        .map(|column| format!("count(*) filter (where {} is null)", column.name));
    let words = relation.columns.iter().filter(|column| !column.words.is_empty()).map(|column| {
        format!("count(*) filter (where {}::text not in ('{}'))", column.name, column.words.join("', '"))
    });
    let unique = (!relation.key.is_empty()).then(|| relation.key.join(", ")).map(|key| {
        let known = format!("filter (where ({key}) is not null)");
        format!("count(*) {known} - count(distinct ({key})) {known}")
    });
    let counts: Vec<String> = nulls.chain(words).chain(unique).collect();
    format!("select {} from lms.{}", counts.join(", "), relation.name)
}

#[cfg(test)]
mod tests {
    use super::relations::Kind;
    use super::*;

    /// What `contract/lms.sql` says about a column's type.
    fn kind(sql: &str) -> Kind {
        match sql {
            "uuid" => Kind::Uuid,
            "text" => Kind::Text,
            "integer" => Kind::Integer,
            "bigint" => Kind::BigInteger,
            "boolean" => Kind::Boolean,
            "numeric" => Kind::Numeric,
            "timestamptz" => Kind::Timestamp,
            other => panic!("unknown type {other}"),
        }
    }

    #[test]
    fn the_table_says_what_the_contract_says() {
        let sql = include_str!("../../contract/lms.sql");
        let mut tables = 0;
        for table in sql.split("create table lms.").skip(1) {
            let (name, rest) = table.split_once(" (").unwrap();
            let (body, _) = rest.split_once("\n);").unwrap();
            let relation = RELATIONS.iter().find(|relation| relation.name == name).expect(name);
            let lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
            let columns: Vec<_> =
                lines.filter(|line| !line.starts_with("check") && !line.starts_with("primary")).collect();
            assert_eq!(columns.len(), relation.columns.len(), "columns of {name}");
            for (line, column) in columns.iter().zip(relation.columns) {
                let mut parts = line.trim_end_matches(',').split_whitespace();
                assert_eq!(parts.next(), Some(column.name), "{line}");
                assert_eq!(kind(parts.next().unwrap()), column.kind, "{line}");
                let nullable = !line.contains("not null") && !line.contains("primary key");
                assert_eq!(nullable, column.nullable, "{line}");
            }
            tables += 1;
        }
        assert_eq!(tables, RELATIONS.len());
        for (words, relation) in RELATIONS.iter().flat_map(|relation| {
            relation
                .columns
                .iter()
                .filter(|column| !column.words.is_empty())
                .map(move |column| (column, relation))
        }) {
            let check = format!("{} in ('{}')", words.name, words.words.join("', '"));
            assert!(sql.contains(&check), "{check} of {}", relation.name);
        }
    }
}
