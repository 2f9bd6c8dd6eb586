import type { ChatbotLimits, ChatbotSettings, ManagedChatbot, SettingChange } from '@course-chatbot/chat';
import { useCallback, useMemo, useState } from 'react';
import { settingChanges } from './setting-changes';

/** Settings that are being changed, and what they were when that began. */
export interface Draft {
  /** As the server had it. */
  base: ManagedChatbot;
  settings: ChatbotSettings;
  /** What is not saved. */
  changes: SettingChange[];
  change: (part: Partial<ChatbotSettings>) => void;
  changeLimits: (part: Partial<ChatbotLimits>) => void;
  /** Goes on from what the server has now, by default without anything unsaved. */
  rebase: (base: ManagedChatbot, settings?: ChatbotSettings) => void;
}

export function useDraft(saved: ManagedChatbot): Draft {
  const [base, setBase] = useState(saved);
  const [settings, setSettings] = useState(saved.settings);
  const changes = useMemo(() => settingChanges(base.settings, settings), [base, settings]);
  const change = useCallback((part: Partial<ChatbotSettings>) => setSettings((now) => ({ ...now, ...part })), []);
  const changeLimits = useCallback(
    (part: Partial<ChatbotLimits>) => setSettings((now) => ({ ...now, limits: { ...now.limits, ...part } })),
    [],
  );
  const rebase = useCallback((now: ManagedChatbot, kept: ChatbotSettings = now.settings) => {
    setBase(now);
    setSettings(kept);
  }, []);
  return { base, settings, changes, change, changeLimits, rebase };
}
