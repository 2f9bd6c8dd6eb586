import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { Uncited } from '../citation/uncited';
import { type CourseMessage, textOf } from '../client/course-message';
import { useChatText, useLanguage } from '../language/language';
import { modelName } from '../language/model-name';
import { localeOf } from '../language/text';
import type { MessageMetadata } from '../wire';
import { IconButton } from './icon-button';
import { CopiedIcon, CopyIcon, InfoIcon, RetryIcon } from './icons';
import styles from './message.module.css';
import { RateAnswer } from './rate-answer';
import { useCopy } from './use-copy';

export interface MessageActionsProps {
  message: CourseMessage;
  /** How the answer came to have no source. */
  uncited: Uncited | null;
  /** Only the last answer can be asked for again; a failed one has its own button. */
  onRetry?: (() => void) | undefined;
}

/** What can be done with an answer. */
export function MessageActions({ message, uncited, onRetry }: MessageActionsProps) {
  const text = useChatText();
  const written = textOf(message);
  const { state } = message.metadata ?? {};
  const failed = state === 'failed' || state === 'interrupted';
  return (
    <div className={styles.actions}>
      {written !== '' && <CopyAnswer written={written} />}
      {onRetry && !failed && (
        <IconButton label={text('message.again')} className={styles.small} onPress={onRetry}>
          <RetryIcon />
        </IconButton>
      )}
      {written !== '' && <RateAnswer message={message} />}
      <AboutAnswer metadata={message.metadata} uncited={uncited} />
    </div>
  );
}

function CopyAnswer({ written }: { written: string }) {
  const text = useChatText();
  const [state, copy] = useCopy();
  const label = { idle: text('message.copy'), copied: text('code.copied'), failed: text('code.notCopied') }[state];
  return (
    <>
      <IconButton label={label} className={styles.small} onPress={() => copy(written)}>
        {state === 'copied' ? <CopiedIcon /> : <CopyIcon />}
      </IconButton>
      <span className={styles.told} data-failed={state === 'failed'} aria-live="polite">
        {state !== 'idle' && label}
      </span>
    </>
  );
}

interface AboutAnswerProps {
  metadata: MessageMetadata | undefined;
  uncited: Uncited | null;
}

/** When and by which model an answer was written, and why it has no source, on demand. */
function AboutAnswer({ metadata, uncited }: AboutAnswerProps) {
  const text = useChatText();
  const language = useLanguage();
  const at = metadata?.finishedAt ?? metadata?.createdAt;
  if (!at && !metadata?.model) return null;
  const time = at && new Date(at).toLocaleString(localeOf[language], { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <DialogTrigger>
      <Button className={`${styles.small} ${styles.about}`} aria-label={text('message.about')}>
        <InfoIcon />
      </Button>
      <Popover className={styles.aboutPopover ?? ''} placement="top start">
        <Dialog className={styles.aboutDialog ?? ''} aria-label={text('message.about')}>
          {metadata?.model && <p>{text('message.model', { model: modelName(text, metadata.model) })}</p>}
          {time && <p>{text('message.at', { time })}</p>}
          {uncited && <p>{text(`uncited.${uncited}`)}</p>}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
