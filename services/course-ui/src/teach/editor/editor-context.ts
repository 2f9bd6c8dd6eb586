import type { SettingsFault } from '@course-chatbot/chat';
import { createContext, useContext } from 'react';
import type { Course } from '../../lms/lms-api';
import type { Known } from '../settings/check-settings';
import { faultWords } from '../settings/fault-words';
import type { Words } from '../settings/setting-words';
import type { Draft } from '../settings/use-draft';

/** What all parts of the editor of a chatbot share. */
export interface Editor {
  course: Course;
  draft: Draft;
  known: Known;
  faults: SettingsFault[];
  words: Words;
}

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('outside of the editor');
  return editor;
}

/** What is wrong with a field, in words; of a part of a list it is told at that part. */
export function useFaultOf(): (field: string) => string | undefined {
  const { faults, words } = useEditor();
  return (field) => {
    const found = faults.find((fault) => fault.field === field);
    return found && faultWords(words.text, found, words.locale);
  };
}
