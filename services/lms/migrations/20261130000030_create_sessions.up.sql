create table lms_demo.sessions (
    token_hash bytea constraint sessions_pkey primary key constraint sessions_hash check (octet_length(token_hash) = 32),
    user_id uuid not null constraint sessions_user references lms.users on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint sessions_order check (created_at < expires_at)
);
comment on table lms_demo.sessions is 'Signed-in browsers. The cookie holds the token, this table only its SHA-256.';
create index sessions_expiry on lms_demo.sessions (expires_at);
