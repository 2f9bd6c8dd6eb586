import { ChatHostProvider, PreviewPanel, type TurnId, type ViewAs } from '@course-chatbot/chat';
import { useCallback, useRef, useState } from 'react';
import { Button } from '../../widgets/button';
import { Choices } from '../../widgets/form/choices';
import { Notice } from '../../widgets/notice';
import { useEditor } from '../editor/editor-context';
import styles from './try.module.css';
import { usePreview } from './use-preview';
import { WhatHappened } from './what-happened';

/** The chatbot as it stands in the form, to talk with, and what happened at its last answer. */
export default function TryPanel() {
  const { faults, words } = useEditor();
  const { text } = words;
  const [viewAs, setViewAs] = useState<ViewAs>('student');
  const { session, conversationId, stale, startAnew } = usePreview(viewAs);
  const [turnId, setTurnId] = useState<TurnId | null>(null);
  const chat = useRef<HTMLDivElement>(null);
  const begin = useCallback(() => {
    setTurnId(null);
    startAnew();
    // The buttons that begin anew are gone or at rest then.
    const field = chat.current?.querySelector('textarea');
    (field ?? chat.current)?.focus();
  }, [startAnew]);
  const blocked = faults.length > 0 && (
    <p className={styles.blocked}>{text('try.blocked', { count: faults.length })}</p>
  );
  return (
    <div className={styles.try}>
      <header className={styles.header}>
        <h2>{text('try.title')}</h2>
        <Button kind="quiet" isDisabled={conversationId === null} onPress={begin}>
          {text('try.fresh')}
        </Button>
      </header>
      <p className={styles.lead}>{text('try.lead')}</p>
      <Choices
        name="view-as"
        label={text('try.as')}
        inline="all"
        value={viewAs}
        onChange={(eyes) => {
          setViewAs(eyes);
          setTurnId(null);
        }}
        choices={[
          { value: 'student', label: text('try.student') },
          { value: 'me', label: text('try.me') },
        ]}
      />
      <div role="status">
        {stale && (
          <Notice
            kind="warn"
            action={
              <Button kind="quiet" onPress={begin}>
                {text('try.fresh')}
              </Button>
            }
          >
            {text('try.stale')}
          </Notice>
        )}
      </div>
      <div ref={chat} className={styles.chat} tabIndex={-1}>
        <ChatHostProvider follow={openBeside}>
          <PreviewPanel session={session} blocked={blocked || undefined} onAnswered={setTurnId} />
        </ChatHostProvider>
      </div>
      <WhatHappened conversationId={conversationId} turnId={turnId} />
    </div>
  );
}

/** What is typed in the form stays as it is. */
function openBeside(url: string): void {
  window.open(url, '_blank', 'noopener');
}
