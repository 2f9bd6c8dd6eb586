import { useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import type { Disclaimer } from '../wire';
import styles from './chat-panel.module.css';

export interface DisclaimerCardProps {
  disclaimer: Disclaimer;
  onAccept: () => void;
  onDecline: () => void;
}

/** What has to be accepted before the first question; declining closes the chat. */
export function DisclaimerCard({ disclaimer, onAccept, onDecline }: DisclaimerCardProps) {
  const text = useChatText();
  const titleId = useId();
  const decline = useRef<HTMLButtonElement>(null);
  useEffect(() => decline.current?.focus({ preventScroll: true }), []);
  return (
    <section className={styles.disclaimer} aria-labelledby={titleId}>
      <h3 id={titleId}>{text('disclaimer.title')}</h3>
      <div className={styles.disclaimerText} dir="auto" tabIndex={0} role="group" aria-labelledby={titleId}>
        {disclaimer.text}
      </div>
      <div className={styles.choices}>
        <Button ref={decline} className={styles.choice ?? ''} onPress={onDecline}>
          {text('disclaimer.decline')}
        </Button>
        <Button className={styles.choice ?? ''} data-main onPress={onAccept}>
          {text('disclaimer.accept')}
        </Button>
      </div>
    </section>
  );
}
