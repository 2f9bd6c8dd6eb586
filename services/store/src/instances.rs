//! Table `instances`: who lives. An instance holds an advisory lock in a session of its own; when its process dies,
//! Postgres lets go of it at once.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;
use crate::leases::Instance;

/// Takes the lock of an instance for as long as this session lasts; `false` when an earlier session of the same
/// instance has it still.
pub async fn take_lock(conn: &mut PgConnection, instance: Instance) -> Result<bool, StoreError> {
    // First the lock, then the row: whoever has a row and no lock is gone.
    let is_taken = sqlx::query_scalar!(
        r#"select pg_try_advisory_lock(chatbot.instance_key($1)) as "is_taken!""#,
        instance.0
    )
    .fetch_one(&mut *conn)
    .await?;
    if is_taken {
        sqlx::query!(
            "insert into chatbot.instances (id) values ($1) on conflict (id) do nothing",
            instance.0
        )
        .execute(conn)
        .await?;
    }
    Ok(is_taken)
}

/// The instances that carry turns and are gone.
pub async fn list_gone(conn: &mut PgConnection) -> Result<Vec<Instance>, StoreError> {
    let gone = sqlx::query_scalar!(
        r#"select distinct lease_instance as "instance!" from chatbot.turns
           where state in ('accepted', 'asking', 'deciding', 'dispatching')
             and lease_expires_at > clock_timestamp() and chatbot.instance_is_gone(lease_instance)"#,
    )
    .fetch_all(conn)
    .await?;
    Ok(gone.into_iter().map(Instance).collect())
}

/// Ends the leases of instances that are gone: any other takes their turns over.
pub async fn end_leases(conn: &mut PgConnection, gone: &[Instance]) -> Result<(), StoreError> {
    let gone: Vec<Uuid> = gone.iter().map(|instance| instance.0).collect();
    sqlx::query!(
        "update chatbot.turns set lease_expires_at = clock_timestamp()
         where lease_instance = any($1) and state in ('accepted', 'asking', 'deciding', 'dispatching')
           and lease_expires_at > clock_timestamp() and chatbot.instance_is_gone(lease_instance)",
        &gone,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Forgets instances that are gone and carry nothing.
pub async fn prune(conn: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!(
        "delete from chatbot.instances i
         where i.started_at < clock_timestamp() - interval '1 day' and chatbot.instance_is_gone(i.id)
           and not exists (select from chatbot.turns t where t.lease_instance = i.id and t.ended_at is null)"
    )
    .execute(conn)
    .await?;
    Ok(())
}
