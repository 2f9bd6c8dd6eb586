import type { ManagedChatbot } from '@course-chatbot/chat';
import { useMemo } from 'react';
import { Outlet, useParams } from 'react-router';
import { LoadState } from '../../pages/load-state';
import { useManagedChatbot, useModels, useTools } from '../api/manage-queries';
import { useTeachFrame } from '../frame/teach-layout';
import type { Known } from '../settings/check-settings';
import { useDraft } from '../settings/use-draft';
import { useFaults } from '../settings/use-faults';
import { useWords } from '../settings/use-words';
import { type Editor, EditorProvider } from './editor-context';
import styles from './editor.module.css';
import { EditorHeader } from './editor-header';
import { LeaveGuard } from './leave-guard';
import { SaveBar } from './save-bar';

/** A chatbot with its settings, test questions and versions. What is not saved stays while one goes between them. */
export function ChatbotEditor() {
  const { chatbotId = '' } = useParams();
  const { course } = useTeachFrame();
  const chatbot = useManagedChatbot(chatbotId);
  const tools = useTools(course.id);
  const models = useModels();
  const known = useMemo(
    () => (tools.data && models.data ? { tools: tools.data, models: models.data } : null),
    [tools.data, models.data],
  );
  if (!chatbot.isSuccess) return <LoadState query={chatbot} />;
  if (!tools.isSuccess) return <LoadState query={tools} />;
  if (!models.isSuccess || !known) return <LoadState query={models} />;
  return <LoadedEditor key={chatbotId} chatbot={chatbot.data} known={known} />;
}

function LoadedEditor({ chatbot, known }: { chatbot: ManagedChatbot; known: Known }) {
  const { course } = useTeachFrame();
  const draft = useDraft(chatbot);
  const words = useWords(course);
  const faults = useFaults(draft, known);
  const editor = useMemo<Editor>(
    () => ({ course, draft, known, faults, words }),
    [course, draft, known, faults, words],
  );
  return (
    <EditorProvider value={editor}>
      <div className={styles.editor}>
        <EditorHeader />
        <Outlet />
        <SaveBar />
      </div>
      <LeaveGuard />
    </EditorProvider>
  );
}
