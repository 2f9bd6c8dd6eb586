import { useChatText } from '../language/language';
import type { FaultProps } from './answer-note';
import styles from './chat-panel.module.css';
import { QuestionList } from './question-list';

/** Something that went wrong with the conversation as a whole, and what to do. */
export type Trouble = Pick<FaultProps, 'sentence' | 'action' | 'onAction'>;

export interface WelcomeProps {
  greeting: string | null;
  questions: string[];
  empty: boolean;
  onAsk: (question: string) => void;
}

/** What the chatbot says first and, while nothing was asked, questions to begin with. */
export function Welcome({ greeting, questions, empty, onAsk }: WelcomeProps) {
  const text = useChatText();
  return (
    <>
      {greeting && (
        <p className={styles.greeting} dir="auto">
          {greeting}
        </p>
      )}
      {empty && <QuestionList label={text('chat.suggestions')} questions={questions} onAsk={onAsk} />}
    </>
  );
}
