import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useChatText } from '../language/language';
import styles from './history.module.css';

export interface OwnDataProps {
  /** Saves everything that is stored about the student as a file. */
  onDownload: () => Promise<void>;
  /** Erases it. */
  onErase: () => Promise<void>;
}

/** What is stored about the student is theirs: they take it along, or have it erased. */
export function OwnData({ onDownload, onErase }: OwnDataProps) {
  const text = useChatText();
  const [mode, setMode] = useState<'plain' | 'asking' | 'busy'>('plain');
  const [done, setDone] = useState<'downloaded' | 'erased' | null>(null);
  const erase = useRef<HTMLButtonElement>(null);
  const wasPlain = useRef(true);
  useEffect(() => {
    // Back from the question, the focus is where it came from.
    if (mode === 'plain' && !wasPlain.current) erase.current?.focus();
    wasPlain.current = mode === 'plain';
  }, [mode]);
  const back = () => setMode('plain');
  const work = (job: () => Promise<void>, did: 'downloaded' | 'erased') => {
    setMode('busy');
    setDone(null);
    const told = job().then(() => setDone(did));
    void told.catch(() => undefined).finally(back);
  };
  return (
    <section
      className={styles.own}
      aria-label={text('own.title')}
      aria-busy={mode === 'busy'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || mode !== 'asking') return;
        event.stopPropagation();
        back();
      }}
    >
      <h3 className={styles.age}>{text('own.title')}</h3>
      <p className={styles.about}>{text('own.about')}</p>
      {mode === 'asking' ? (
        <EraseQuestion onErase={() => work(onErase, 'erased')} onKeep={back} />
      ) : (
        <div className={styles.choices}>
          <Button className={styles.choice ?? ''} isDisabled={mode === 'busy'} onPress={() => work(onDownload, 'downloaded')}>
            {text('own.download')}
          </Button>
          <Button
            ref={erase}
            className={styles.choice ?? ''}
            data-danger
            isDisabled={mode === 'busy'}
            onPress={() => setMode('asking')}
          >
            {text('own.erase')}
          </Button>
        </div>
      )}
      {done && mode === 'plain' && (
        // Whoever does not see it is told by the list around it.
        <p className={styles.done} aria-hidden="true">
          {text(`own.${done}`)}
        </p>
      )}
    </section>
  );
}

function EraseQuestion({ onErase, onKeep }: { onErase: () => void; onKeep: () => void }) {
  const text = useChatText();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className={styles.form} role="group" aria-label={text('own.sure')}>
      <p className={styles.question}>{text('own.sure')}</p>
      <p className={styles.question}>{text('own.goes')}</p>
      <p className={styles.question}>{text('own.stays')}</p>
      <Button ref={keep} className={styles.choice ?? ''} onPress={onKeep}>
        {text('own.keep')}
      </Button>
      <Button className={styles.choice ?? ''} data-danger onPress={onErase}>
        {text('own.eraseNow')}
      </Button>
    </div>
  );
}
