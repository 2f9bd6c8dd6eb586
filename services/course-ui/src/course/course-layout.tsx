import { type ChatDockHandle, NoChat, type ReadPage, useLanguage } from '@course-chatbot/chat';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Outlet, useNavigate, useOutletContext, useParams } from 'react-router';
import { CourseChat } from '../chat/course-chat';
import { useReading } from '../chat/reading';
import { useChatbot } from '../chat/use-chatbot';
import type { Outline, User } from '../lms/lms-api';
import { useMe, useOutline } from '../lms/queries';
import { LoadState } from '../pages/load-state';
import { LoginForm } from '../pages/login-form';
import { useSiteFrame } from '../pages/site-frame';
import styles from './course-layout.module.css';
import type { PassageTarget } from './passage-target';
import { UnreadableCourse } from './unreadable-course';

/** What a page of a course gets from the frame around it. */
export interface CourseFrame {
  outline: Outline;
  /** The passage to mark, after a source was followed. */
  target: PassageTarget | null;
  /** Told which page is being read. */
  onPage: (page: ReadPage | null) => void;
  /** Told what is selected on it. */
  onSelect: (text: string | null) => void;
  /** Asks the chatbot about selected text; absent where there is none. */
  onAsk: ((text: string) => void) | undefined;
}

export function useCourseFrame(): CourseFrame {
  return useOutletContext<CourseFrame>();
}

/** The frame of a course: the pages change inside it, the chat beside them stays. */
export function CourseLayout() {
  const { slug = '' } = useParams();
  const me = useMe();
  const outline = useOutline(slug);
  if (!me.isSuccess)
    return (
      <Alone>
        <LoadState query={me} />
      </Alone>
    );
  if (!me.data)
    return (
      <Alone>
        <LoginForm />
      </Alone>
    );
  if (!outline.isSuccess)
    return (
      <Alone>
        <LoadState query={outline} />
      </Alone>
    );
  if (!outline.data.readable)
    return (
      <Alone>
        <UnreadableCourse outline={outline.data} />
      </Alone>
    );
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
  const chatbot = useChatbot(outline.course.id);
  const { reading, onPage, onSelect, onAsk } = useReading();
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
  const ask = useCallback(
    (text: string) => {
      onAsk(text);
      dock.current?.open();
    },
    [onAsk],
  );
  const canAsk = chatbot.state === 'ready';
  const frame = useMemo<CourseFrame>(
    () => ({ outline, target, onPage, onSelect, onAsk: canAsk ? ask : undefined }),
    [outline, target, onPage, onSelect, canAsk, ask],
  );
  return (
    <div className={styles.layout}>
      <main id="content" className={styles.main} tabIndex={-1} inert={covered}>
        <Outlet context={frame} />
        {chatbot.state === 'none' && <WithoutChat />}
        {chatbot.state === 'failed' && <WithoutChat onAgain={chatbot.again} />}
      </main>
      {chatbot.state === 'ready' && (
        <CourseChat
          dock={dock}
          chatbot={chatbot.chatbot}
          userId={user.id}
          reading={reading}
          onFollow={follow}
          onCover={onCover}
        />
      )}
    </div>
  );
}

function WithoutChat({ onAgain }: { onAgain?: () => void }) {
  const language = useLanguage();
  return (
    <div className={styles.withoutChat} lang={language}>
      <NoChat onAgain={onAgain} />
    </div>
  );
}
