import { useEffect, useState } from 'react';
import type { ChatSession } from '../client/chat-session';
import { type LimitNews, lookAgainIn, newsOf } from '../client/limits';
import { type ChatText, useChatText, useLanguage } from '../language/language';
import { localeOf } from '../language/text';
import type { LimitsData } from '../wire';
import styles from './composer.module.css';
import { resetTime } from './reset-time';

/** What to tell about limits, looked at again when the time of one has come. */
export function useLimitNews(session: ChatSession, data: LimitsData | null): LimitNews {
  const [looks, look] = useState(0);
  const wait = lookAgainIn(data);
  useEffect(() => {
    if (wait === null) return;
    const again = () => {
      look((count) => count + 1);
      void session.readLimits();
    };
    const timer = setTimeout(again, wait);
    // A page that slept looks as soon as it is seen.
    const seen = () => document.visibilityState === 'visible' && look((count) => count + 1);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [session, data, wait, looks]);
  return newsOf(data);
}

export interface LimitNoteProps {
  id: string;
  news: LimitNews;
  courseZone: string;
}

/** How much is left when it is little, and until when nothing is. Always mounted, so that what changes is read aloud. */
export function LimitNote({ id, news, courseZone }: LimitNoteProps) {
  const text = useChatText();
  const locale = localeOf[useLanguage()];
  const sentence = limitSentence(text, news, courseZone, locale);
  return (
    <p id={id} aria-live="polite" className={styles.limit} data-state={news.state}>
      {sentence}
    </p>
  );
}

export function limitSentence(text: ChatText, news: LimitNews, courseZone: string, locale: string): string {
  if (news.state === 'free') return '';
  const time = news.resetsAt ? resetTime(news.resetsAt, courseZone, locale) : text('limit.later');
  if (news.state === 'reached') return text(`limit.reached.${news.limit}`, { time });
  if (news.limit === 'messages_per_minute') return text('limit.near.messages_per_minute', { count: news.left });
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(news.share * 100) / 100);
  return text(`limit.near.${news.limit}`, { share, time });
}
