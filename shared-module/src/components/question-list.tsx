import { useId } from 'react';
import { Button } from 'react-aria-components';
import styles from './chat-panel.module.css';

export interface QuestionListProps {
  /** What the questions are for. */
  label: string;
  questions: string[];
  onAsk: (question: string) => void;
}

/** Questions that are asked by a press. */
export function QuestionList({ label, questions, onAsk }: QuestionListProps) {
  const id = useId();
  if (questions.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <p id={id}>{label}</p>
      <ul aria-labelledby={id}>
        {questions.map((question) => (
          <li key={question}>
            <Button className={styles.suggestion ?? ''} dir="auto" onPress={() => onAsk(question)}>
              {question}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
