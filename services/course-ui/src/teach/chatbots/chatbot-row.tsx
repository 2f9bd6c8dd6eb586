import type { ManagedChatbot } from '@course-chatbot/chat';
import { Link } from 'react-router';
import { Tag } from '../../widgets/tag';
import { useTeachFrame } from '../frame/teach-layout';
import { dateWords, type Words } from '../settings/setting-words';
import { todayWords } from '../settings/today-words';
import { useWords } from '../settings/use-words';
import { ChatbotActions } from './chatbot-actions';
import styles from './chatbots.module.css';
import { publicationOf } from './publication';

export interface ChatbotRowProps {
  chatbot: ManagedChatbot;
  /** The default one now. */
  before: ManagedChatbot | undefined;
}

/** A chatbot in the list. */
export function ChatbotRow({ chatbot, before }: ChatbotRowProps) {
  const { course } = useTeachFrame();
  const words = useWords(course);
  const { settings, today, isDefault } = chatbot;
  const { text } = words;
  return (
    <li className={styles.chatbot}>
      <div className={styles.about}>
        <h2>
          <Link to={`/teach/${course.slug}/${chatbot.id}`}>{settings.name || text('editor.unnamed')}</Link>
          {isDefault && <Tag kind="accent">{text('list.default')}</Tag>}
          <PublicationTag chatbot={chatbot} words={words} />
        </h2>
        <p>
          {text('list.saved', {
            version: chatbot.version,
            date: new Date(chatbot.updatedAt).toLocaleString(words.locale, { dateStyle: 'medium', timeStyle: 'short' }),
            author: chatbot.updatedBy ?? text('list.system'),
          })}
        </p>
        <p>{todayWords(text, today)}</p>
      </div>
      <ChatbotActions chatbot={chatbot} before={before} />
    </li>
  );
}

function PublicationTag({ chatbot: { settings, isDefault }, words }: { chatbot: ManagedChatbot; words: Words }) {
  const { text } = words;
  const { state, at } = publicationOf(settings, Date.now());
  // Students are given the default one.
  if (state === 'open') return isDefault ? <Tag kind="good">{text('list.on')}</Tag> : <Tag>{text('list.spare')}</Tag>;
  if (state === 'off' || at === null) return <Tag>{text('list.off')}</Tag>;
  const date = dateWords(words, at);
  return <Tag kind="warn">{state === 'opens' ? text('list.opens', { date }) : text('list.closed', { date })}</Tag>;
}
