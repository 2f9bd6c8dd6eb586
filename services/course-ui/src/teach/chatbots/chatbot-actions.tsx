import type { ManagedChatbot } from '@course-chatbot/chat';
import { useState } from 'react';
import { Button } from '../../widgets/button';
import { ConfirmDialog } from '../../widgets/dialog/confirm-dialog';
import { Notice } from '../../widgets/notice';
import { ChatbotRefusal } from '../../lms/chatbot-request';
import { useMakeDefault, useRemoveChatbot } from '../api/manage-queries';
import { useTeachText } from '../language/teach-text';
import type { ChatbotRowProps } from './chatbot-row';
import styles from './chatbots.module.css';

/** What can be done with a chatbot without opening it; each is asked about first. */
export function ChatbotActions({ chatbot, before }: ChatbotRowProps) {
  const text = useTeachText();
  const [asked, setAsked] = useState<'default' | 'remove' | null>(null);
  const makeDefault = useMakeDefault(chatbot.courseId);
  const remove = useRemoveChatbot(chatbot.courseId);
  const { name } = chatbot.settings;
  const close = () => setAsked(null);
  const failed = makeDefault.error ?? remove.error;
  return (
    <div className={styles.actions}>
      {!chatbot.isDefault && (
        <Button kind="quiet" aria-label={text('list.makeDefaultOf', { name })} onPress={() => setAsked('default')}>
          {text('list.makeDefault')}
        </Button>
      )}
      <Button kind="quiet" aria-label={text('list.removeOf', { name })} onPress={() => setAsked('remove')}>
        {text('list.remove')}
      </Button>
      {failed && (
        <div role="alert">
          <Notice kind="bad">{text(isDefaultNeeded(failed) ? 'list.defaultNeeded' : 'teach.failed')}</Notice>
        </div>
      )}
      <ConfirmDialog
        title={text('list.defaultTitle', { name })}
        action={text('list.makeDefault')}
        isOpen={asked === 'default'}
        isPending={makeDefault.isPending}
        onConfirm={() => makeDefault.mutate(chatbot.id, { onSettled: close })}
        onCancel={close}
      >
        <p>{defaultAbout(text, before)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={text('list.removeTitle', { name })}
        action={text('list.remove')}
        danger
        isOpen={asked === 'remove'}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(chatbot.id, { onSettled: close })}
        onCancel={close}
      >
        <p>{text('list.removeAbout')}</p>
      </ConfirmDialog>
    </div>
  );
}

function defaultAbout(text: ReturnType<typeof useTeachText>, before: ManagedChatbot | undefined): string {
  return before ? text('list.defaultAbout', { before: before.settings.name }) : text('list.defaultAboutFirst');
}

function isDefaultNeeded(error: Error): boolean {
  return error instanceof ChatbotRefusal && error.code === 'default_needed';
}
