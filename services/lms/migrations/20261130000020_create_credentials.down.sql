drop table lms_demo.credentials;
