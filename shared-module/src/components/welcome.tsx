import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import type { FaultProps } from './answer-note';
import styles from './chat-panel.module.css';

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
      {greeting && <p className={styles.greeting}>{greeting}</p>}
      {empty && questions.length > 0 && (
        <div className={styles.suggestions}>
          <p>{text('chat.suggestions')}</p>
          <ul>
            {questions.map((question) => (
              <li key={question}>
                <Button className={styles.suggestion ?? ''} onPress={() => onAsk(question)}>
                  {question}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
