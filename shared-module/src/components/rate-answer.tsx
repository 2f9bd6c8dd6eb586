import { createContext, type FormEvent, type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react';
import { Button, Label, Radio, RadioGroup, TextArea, TextField, ToggleButton } from 'react-aria-components';
import { asRefusal } from '../client/chat-refusal';
import type { ChatSession } from '../client/chat-session';
import type { CourseMessage } from '../client/course-message';
import { useChatText } from '../language/language';
import type { Feedback, FeedbackReason, Rating } from '../wire';
import { errorSentence } from './error-sentence';
import { ThumbDownIcon, ThumbUpIcon } from './icons';
import styles from './rate-answer.module.css';

/** Where what the student thinks of answers goes. */
export const RatingContext = createContext<Pick<ChatSession, 'rate'> | null>(null);

const reasons: FeedbackReason[] = ['wrong', 'wrong_source', 'off_topic', 'unclear', 'incomplete', 'other'];
const longestComment = 2_000;

/** Whether an answer helped: a thumb says it at once, and a small form takes more. */
export function RateAnswer({ message }: { message: CourseMessage }) {
  const text = useChatText();
  const rater = useContext(RatingContext);
  const [open, setOpen] = useState(false);
  const [told, setTold] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const thumbs = useRef<HTMLDivElement>(null);
  const given = message.metadata?.feedback;
  if (!rater) return null;

  const say = async (feedback: Feedback | null, done: string): Promise<boolean> => {
    setFault(null);
    setTold('');
    try {
      await rater.rate(message.id, feedback);
      setTold(done);
      return true;
    } catch (error) {
      setFault(errorSentence(text, asRefusal(error).code));
      return false;
    }
  };
  const press = async (rating: Rating) => {
    if (given?.rating === rating) {
      setOpen(false);
      await say(null, text('feedback.takenBack'));
    } else if (await say({ rating }, text('feedback.saved'))) setOpen(true);
  };
  const close = () => {
    setOpen(false);
    // Where the form was opened from.
    thumbs.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  };
  const send = async (feedback: Feedback) => {
    if (await say(feedback, text('feedback.thanks'))) close();
  };
  const thumb = (rating: Rating, label: string) => (
    <ToggleButton
      className={styles.thumb ?? ''}
      aria-label={label}
      isSelected={given?.rating === rating}
      onChange={() => void press(rating)}
    >
      {rating === 'up' ? <ThumbUpIcon /> : <ThumbDownIcon />}
    </ToggleButton>
  );
  return (
    <>
      <div ref={thumbs} className={styles.thumbs} role="group" aria-label={text('feedback.label')}>
        {thumb('up', text('feedback.up'))}
        {thumb('down', text('feedback.down'))}
      </div>
      <span className={styles.told} data-failed={fault !== null} aria-live="polite">
        {fault ?? told}
      </span>
      {open && given && <More key={given.rating} given={given} onSend={send} onClose={close} />}
    </>
  );
}

interface MoreProps {
  given: Feedback;
  onSend: (feedback: Feedback) => Promise<void>;
  onClose: () => void;
}

/** Why, and what else there is to say; both may be left out. */
function More({ given, onSend, onClose }: MoreProps) {
  const text = useChatText();
  const [reason, setReason] = useState<FeedbackReason | null>(given.reason ?? null);
  const [comment, setComment] = useState(given.comment ?? '');
  const form = useRef<HTMLFormElement>(null);
  // Its buttons would else be out of view, or below the one that leads to the newest message.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = comment.trim();
    void onSend({ rating: given.rating, ...(reason && { reason }), ...(said !== '' && { comment: said }) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form ref={form} className={styles.more} aria-label={text('feedback.form')} onSubmit={submit} onKeyDown={onKeyDown}>
      {given.rating === 'down' && (
        <RadioGroup
          className={styles.reasons ?? ''}
          value={reason}
          onChange={(chosen) => setReason(reasons.find((known) => known === chosen) ?? null)}
        >
          <Label className={styles.label ?? ''}>{text('feedback.why')}</Label>
          {reasons.map((known) => (
            <Radio key={known} className={styles.reason ?? ''} value={known}>
              {text(`feedback.reason.${known}`)}
            </Radio>
          ))}
        </RadioGroup>
      )}
      <TextField className={styles.comment ?? ''} value={comment} maxLength={longestComment} onChange={setComment}>
        <Label className={styles.label ?? ''}>
          {text(given.rating === 'down' ? 'feedback.comment' : 'feedback.commentUp')}
        </Label>
        <TextArea className={styles.field ?? ''} rows={2} dir="auto" />
      </TextField>
      <div className={styles.choices}>
        <Button className={styles.choice ?? ''} type="submit" data-main>
          {text('feedback.send')}
        </Button>
        <Button className={styles.choice ?? ''} onPress={onClose}>
          {text('feedback.close')}
        </Button>
      </div>
      <p className={styles.note}>{text('feedback.whoSees')}</p>
    </form>
  );
}
