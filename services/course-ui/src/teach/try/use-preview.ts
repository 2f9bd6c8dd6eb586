import { ChatApi, type ChatbotSettings, type ConversationId, PreviewSession, type ViewAs } from '@course-chatbot/chat';
import { useEffect, useMemo, useRef, useState } from 'react';
import { manageApi } from '../api/manage-api';
import { useEditor } from '../editor/editor-context';
import { isEqual } from '../settings/setting-changes';
import { previewSummary } from './preview-summary';

const api = new ChatApi();

export interface PreviewState {
  session: PreviewSession;
  conversationId: ConversationId | null;
  /** Whether the settings have changed since the conversation began. */
  stale: boolean;
  startAnew: () => void;
}

/** A conversation with the settings as they stand in the form at its first message. */
export function usePreview(viewAs: ViewAs): PreviewState {
  const { draft } = useEditor();
  const { base, settings } = draft;
  const now = useRef(settings);
  const [begun, setBegun] = useState<{ settings: ChatbotSettings; conversationId: ConversationId } | null>(null);
  const [round, setRound] = useState(0);
  const { id } = base;
  const session = useMemo(() => {
    const open = async () => {
      const tried = now.current;
      const { conversationId } = await manageApi.preview(id, { settings: tried, viewAs });
      setBegun({ settings: tried, conversationId });
      return conversationId;
    };
    return new PreviewSession(previewSummary({ ...base, id }, now.current), api, open);
    // A new one for each round and each pair of eyes, not for each change of the settings.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id, viewAs, round]);

  useEffect(() => {
    now.current = settings;
    session.setChatbot(previewSummary(base, settings));
  }, [session, base, settings]);
  useEffect(() => {
    setBegun(null);
    return () => session.startNew();
  }, [session]);
  return {
    session,
    conversationId: begun?.conversationId ?? null,
    stale: begun !== null && !isEqual(begun.settings, settings),
    startAnew: () => setRound((last) => last + 1),
  };
}
