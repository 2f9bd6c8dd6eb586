import type { PageTextKey } from '../language/page-text';

/** The people whom the demo LMS seeds; all share one password. */
export const demoPassword = 'demo';

export const demoPeople: Array<{ email: string; role: PageTextKey }> = [
  { email: 'student@example.org', role: 'demo.student' },
  { email: 'student2@example.org', role: 'demo.student2' },
  { email: 'assistant@example.org', role: 'demo.assistant' },
  { email: 'teacher@example.org', role: 'demo.teacher' },
  { email: 'teacher2@example.org', role: 'demo.teacher2' },
  { email: 'stats@example.org', role: 'demo.stats' },
  { email: 'admin@example.org', role: 'demo.admin' },
];
