import type { ManagedChatbot } from '@course-chatbot/chat';
import { useState } from 'react';
import { isLostUpdate, manageApi } from '../api/manage-api';
import { useSaveChatbot } from '../api/manage-queries';
import { useEditor } from './editor-context';

export interface Saving {
  save: () => void;
  isPending: boolean;
  /** What went wrong, unless somebody else has saved in the meantime. */
  error: Error | null;
  /** The version that was saved last from this page. */
  savedVersion: number | null;
  /** What somebody else has saved in the meantime. */
  theirs: ManagedChatbot | null;
  forget: () => void;
}

/** Saves the draft; where somebody else was faster, gives what they saved. */
export function useSaving(): Saving {
  const { draft } = useEditor();
  const saving = useSaveChatbot();
  const [theirs, setTheirs] = useState<ManagedChatbot | null>(null);
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const save = () => {
    const { base, settings } = draft;
    saving.mutate(
      { id: base.id, version: base.version, settings },
      {
        onSuccess: (saved) => {
          draft.rebase(saved);
          setSavedVersion(saved.version);
        },
        onError: (error) => {
          if (isLostUpdate(error)) void manageApi.chatbot(base.id).then(setTheirs);
        },
      },
    );
  };
  const error = isLostUpdate(saving.error) ? null : saving.error;
  return { save, isPending: saving.isPending, error, savedVersion, theirs, forget: () => setTheirs(null) };
}
