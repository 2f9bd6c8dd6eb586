/** A signed-in person. */
export interface User {
  id: string;
  name: string;
  email: string;
  locale: string | null;
  /** Whether the admins' pages are open to them. */
  audits: boolean;
}

export interface Course {
  id: string;
  slug: string;
  title: string;
  language: string;
  description: string | null;
  /** In which its days are counted, an IANA name. */
  timeZone: string;
}

export interface PageLink {
  title: string;
  /** Relative to the course: `relational-model/primary-keys`. */
  urlPath: string;
}

export type OutlinePage = PageLink & { id: string };

export interface Chapter {
  id: string;
  title: string;
  position: number;
  /** When a chapter that is still closed opens. */
  opensAt: string | null;
  open: boolean;
  pages: OutlinePage[];
}

/** What one may do in a course beyond reading it. */
export interface MayTeach {
  /** Set its chatbots, and read its conversations. */
  edit: boolean;
  /** See how its chatbots are used. */
  viewStats: boolean;
}

export interface Outline {
  course: Course;
  /** Whether one may read its pages; to others it shows nothing but what it is. */
  readable: boolean;
  /** Which of its pages for teachers are open to one. */
  may: MayTeach;
  /** Pages that stand in no chapter. */
  pages?: OutlinePage[];
  chapters: Chapter[];
}

export interface CoursePageText {
  page: {
    id: string;
    title: string;
    urlPath: string;
    chapterTitle: string | null;
    /** Sanitised by the server. */
    html: string;
    updatedAt: string;
  };
  previous: PageLink | null;
  next: PageLink | null;
}

/** The server said no. */
export class LmsRefusal extends Error {
  constructor(
    readonly status: number,
    title: string,
  ) {
    super(title);
    this.name = 'LmsRefusal';
  }
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`/api/lms${path}`, init);
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { title?: string };
  throw new LmsRefusal(response.status, problem.title ?? response.statusText);
}

async function get<T>(path: string): Promise<T> {
  return (await (await request(path)).json()) as T;
}

/** The demo LMS's own routes. */
export const lmsApi = {
  me: async () => (await get<{ user: User | null }>('/me')).user,
  login: async (email: string, password: string): Promise<User> => {
    const response = await request('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return ((await response.json()) as { user: User }).user;
  },
  logout: async () => {
    await request('/logout', { method: 'POST' });
  },
  courses: () => get<Course[]>('/courses'),
  outline: (slug: string) => get<Outline>(`/courses/${encodeURIComponent(slug)}/outline`),
  page: (slug: string, path: string) =>
    get<CoursePageText>(`/courses/${encodeURIComponent(slug)}/page?path=${encodeURIComponent(path)}`),
};
