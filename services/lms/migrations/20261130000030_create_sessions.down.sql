drop table lms_demo.sessions;
