drop table lms_demo.imported_pages;
