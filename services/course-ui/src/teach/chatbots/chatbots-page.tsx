import { useState } from 'react';
import { LoadState } from '../../pages/load-state';
import { Button } from '../../widgets/button';
import { useManagedChatbots } from '../api/manage-queries';
import { Page } from '../frame/page';
import { useTeachFrame } from '../frame/teach-layout';
import { useTeachText } from '../language/teach-text';
import { ChatbotRow } from './chatbot-row';
import styles from './chatbots.module.css';
import { NewChatbotDialog } from './new-chatbot-dialog';

/** The chatbots of a course, the default one first. */
export function ChatbotsPage() {
  const text = useTeachText();
  const { course } = useTeachFrame();
  const chatbots = useManagedChatbots(course.id);
  const [creating, setCreating] = useState(false);
  if (!chatbots.isSuccess) return <LoadState query={chatbots} />;
  const ordered = [...chatbots.data].sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
  return (
    <Page
      title={text('list.title')}
      course={course.title}
      lead={text('list.lead')}
      actions={
        <Button kind="main" onPress={() => setCreating(true)}>
          {text('list.new')}
        </Button>
      }
    >
      {ordered.length === 0 && <p>{text('list.none')}</p>}
      <ul className={styles.chatbots}>
        {ordered.map((chatbot) => (
          <ChatbotRow key={chatbot.id} chatbot={chatbot} before={ordered.find(({ isDefault }) => isDefault)} />
        ))}
      </ul>
      {creating && <NewChatbotDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
