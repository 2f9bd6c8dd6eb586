import type { ChatDockHandle } from '@course-chatbot/chat';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Outlet, useNavigate, useOutletContext, useParams } from 'react-router';
import { CourseChat } from '../chat/course-chat';
import type { Outline, User } from '../lms/lms-api';
import { useMe, useOutline } from '../lms/queries';
import { LoadState } from '../pages/load-state';
import { LoginForm } from '../pages/login-form';
import { useSiteFrame } from '../pages/site-frame';
import styles from './course-layout.module.css';
import type { PassageTarget } from './passage-target';

/** What a page of a course gets from the frame around it. */
export interface CourseFrame {
  outline: Outline;
  /** The passage to mark, after a source was followed. */
  target: PassageTarget | null;
  /** Told which page is being read. */
  onPage: (pageId: string | null) => void;
}

export function useCourseFrame(): CourseFrame {
  return useOutletContext<CourseFrame>();
}

/** The frame of a course: the pages change inside it, the chat beside them stays. */
export function CourseLayout() {
  const { slug = '' } = useParams();
  const me = useMe();
  const outline = useOutline(slug);
  if (!me.isSuccess) return <Alone><LoadState query={me} /></Alone>;
  if (!me.data) return <Alone><LoginForm /></Alone>;
  if (!outline.isSuccess) return <Alone><LoadState query={outline} /></Alone>;
  return <CourseWithChat key={outline.data.course.id} outline={outline.data} user={me.data} />;
}

function Alone({ children }: { children: ReactNode }) {
  return (
    <main id="content" className={styles.alone} tabIndex={-1}>
      {children}
    </main>
  );
}

function CourseWithChat({ outline, user }: { outline: Outline; user: User }) {
  const navigate = useNavigate();
  const dock = useRef<ChatDockHandle>(null);
  const [pageId, setPageId] = useState<string | null>(null);
  const [target, setTarget] = useState<PassageTarget | null>(null);
  const { covered, onCover } = useSiteFrame();

  const follow = useCallback(
    (url: string, citation?: { snippet: string }) => {
      dock.current?.showPage();
      setTarget(citation ? { url, passage: citation.snippet } : null);
      void navigate(url);
    },
    [navigate],
  );
  const frame = useMemo<CourseFrame>(() => ({ outline, target, onPage: setPageId }), [outline, target]);
  return (
    <div className={styles.layout}>
      <main id="content" className={styles.main} tabIndex={-1} inert={covered}>
        <Outlet context={frame} />
      </main>
      <CourseChat
        dock={dock}
        courseId={outline.course.id}
        userId={user.id}
        pageId={pageId}
        onFollow={follow}
        onCover={onCover}
      />
    </div>
  );
}
