-- What the demo LMS keeps for itself, and the chatbot never reads.

create schema if not exists lms_demo;

create table lms_demo.credentials (
    user_id uuid constraint credentials_pkey primary key constraint credentials_user references lms.users on delete cascade,
    password_hash text not null,
    is_demo boolean not null
);
comment on table lms_demo.credentials is 'Passwords, as argon2id hashes in PHC form.';
comment on column lms_demo.credentials.is_demo is 'One of the people with a published password; while there are any the server stays on loopback.';
