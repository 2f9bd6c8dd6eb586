drop schema lms cascade;
