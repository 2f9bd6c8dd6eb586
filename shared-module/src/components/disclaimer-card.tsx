import { useEffect, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import type { Disclaimer } from '../wire';
import styles from './chat-panel.module.css';

export interface DisclaimerCardProps {
  disclaimer: Disclaimer;
  onAccept: () => void;
  /** Closes the chat. Absent where it is only tried: then it takes no focus from what is typed beside it. */
  onClose: (() => void) | undefined;
}

/** What has to be accepted before the first question, and what it means not to. */
export function DisclaimerCard({ disclaimer, onAccept, onClose }: DisclaimerCardProps) {
  const text = useChatText();
  const titleId = useId();
  const [declined, setDeclined] = useState<boolean | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const focusing = onClose !== undefined || declined !== null;
  useEffect(() => {
    if (focusing) first.current?.focus({ preventScroll: true });
  }, [focusing, declined]);
  if (declined) {
    return <Declined titleId={titleId} first={first} onAgain={() => setDeclined(false)} onClose={onClose} />;
  }
  return (
    <section className={styles.disclaimer} aria-labelledby={titleId}>
      <h3 id={titleId}>{text('disclaimer.title')}</h3>
      <div className={styles.disclaimerText} dir="auto" tabIndex={0} role="group" aria-labelledby={titleId}>
        {disclaimer.text}
      </div>
      <div className={styles.choices}>
        <Button ref={first} className={styles.choice ?? ''} onPress={() => setDeclined(true)}>
          {text('disclaimer.decline')}
        </Button>
        <Button className={styles.choice ?? ''} data-main onPress={onAccept}>
          {text('disclaimer.accept')}
        </Button>
      </div>
    </section>
  );
}

interface DeclinedProps {
  titleId: string;
  first: React.RefObject<HTMLButtonElement | null>;
  onAgain: () => void;
  onClose: (() => void) | undefined;
}

function Declined({ titleId, first, onAgain, onClose }: DeclinedProps) {
  const text = useChatText();
  const aboutId = useId();
  return (
    <section className={styles.disclaimer} aria-labelledby={titleId}>
      <h3 id={titleId}>{text('disclaimer.title')}</h3>
      <p id={aboutId} className={styles.declined}>
        {text('disclaimer.declined')}
      </p>
      <div className={styles.choices}>
        {/* Read out with the button that has the focus then. */}
        <Button ref={first} className={styles.choice ?? ''} aria-describedby={aboutId} onPress={onAgain}>
          {text('disclaimer.again')}
        </Button>
        {onClose && (
          <Button className={styles.choice ?? ''} onPress={onClose}>
            {text('chat.close')}
          </Button>
        )}
      </div>
    </section>
  );
}
