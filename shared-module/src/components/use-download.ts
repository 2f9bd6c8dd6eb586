import { useCallback, useState } from 'react';
import type { ChatSession } from '../client/chat-session';
import { useChatText, useLanguage } from '../language/language';
import { localeOf } from '../language/text';
import type { ConversationId, Verdict } from '../wire';
import { verdictWords } from './verdict-sign';

/** Saves a conversation as a Markdown file, and tells whether that failed. */
export function useDownload(session: ChatSession): { failed: boolean; download: (id: ConversationId) => void } {
  const text = useChatText();
  const locale = localeOf[useLanguage()];
  const [failed, setFailed] = useState(false);
  const download = useCallback(
    (id: ConversationId) => {
      const save = async () => {
        const [{ saveFile, wholeConversation }, { conversationMarkdown, fileName }] = await Promise.all([
          import('../client/download-conversation'),
          import('../client/conversation-markdown'),
        ]);
        const { title, createdAt, messages } = await wholeConversation(session.api, id);
        const name = title || text('history.untitled');
        const date = new Date(createdAt).toLocaleDateString(locale, { dateStyle: 'long' });
        const words = {
          you: text('message.you'),
          answer: text('message.answer'),
          hidden: text('download.hidden'),
          date,
          verdict: (verdict: Verdict) => verdictWords(text, verdict),
        };
        saveFile(
          fileName(name),
          conversationMarkdown({ title: name, messages, origin: window.location.origin, words }),
        );
      };
      setFailed(false);
      save().catch(() => setFailed(true));
    },
    [session, text, locale],
  );
  return { failed, download };
}
