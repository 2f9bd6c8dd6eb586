import type { PageTextKey } from '../language/page-text';

/** The people whom the demo LMS seeds; all share one password. */
export const demoPassword = 'demo';

export interface DemoPerson {
  name: string;
  email: string;
  /** What is particular about them. */
  about: PageTextKey;
}

export interface DemoRole {
  role: PageTextKey;
  people: DemoPerson[];
}

/** All of them by what they may do; those whom one most likely tries first come first. */
export const demoRoles: DemoRole[] = [
  {
    role: 'demo.students',
    people: [
      { name: 'Sara Student', email: 'student@example.org', about: 'demo.allCourses' },
      { name: 'Simo Student', email: 'student2@example.org', about: 'demo.inFinnish' },
      { name: 'Aino Aalto', email: 'student3@example.org', about: 'demo.completed' },
      { name: 'Ben Bennett', email: 'student4@example.org', about: 'demo.twoCourses' },
      { name: 'Chen Chunhua', email: 'student5@example.org', about: 'demo.begun' },
      { name: 'Dalia Darwish', email: 'student6@example.org', about: 'demo.notBegun' },
      { name: 'Emil Ekström', email: 'student7@example.org', about: 'demo.ofThinking' },
    ],
  },
  {
    role: 'demo.teachers',
    people: [
      { name: 'Tuula Teacher', email: 'teacher@example.org', about: 'demo.ofDatabases' },
      { name: 'Terttu Opettaja', email: 'teacher4@example.org', about: 'demo.ofDatabasesInFinnish' },
      { name: 'Tomas Teacher', email: 'teacher2@example.org', about: 'demo.ofThinking' },
      { name: 'Taina Teacher', email: 'teacher3@example.org', about: 'demo.ofTietokannat' },
      { name: 'Arvo Assistant', email: 'assistant@example.org', about: 'demo.assistant' },
      { name: 'Stella Statistics', email: 'stats@example.org', about: 'demo.stats' },
    ],
  },
  {
    role: 'demo.admins',
    people: [
      { name: 'Ada Admin', email: 'admin@example.org', about: 'demo.everyCourse' },
      { name: 'Aada Ylläpitäjä', email: 'admin2@example.org', about: 'demo.everyCourseInFinnish' },
    ],
  },
];
