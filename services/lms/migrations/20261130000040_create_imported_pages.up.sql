create table lms_demo.imported_pages (
    course_id uuid not null constraint imported_pages_course references lms.courses on delete cascade,
    source_path text not null,
    page_id uuid not null constraint imported_pages_page references lms.pages on delete cascade,
    constraint imported_pages_pkey primary key (course_id, source_path)
);
comment on table lms_demo.imported_pages is 'Which file of a course folder became which page, so that importing again changes pages and makes none.';
comment on column lms_demo.imported_pages.source_path is 'Path of the Markdown file in the course folder, with slashes.';
create index imported_pages_page on lms_demo.imported_pages (page_id);
