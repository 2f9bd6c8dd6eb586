import { Button } from 'react-aria-components';
import type { ChatRefusal, RefusalCode } from '../client/chat-refusal';
import type { ChatSession } from '../client/chat-session';
import { useChatText, useLanguage } from '../language/language';
import { localeOf } from '../language/text';
import { useChatHost } from './chat-context';
import styles from './composer.module.css';
import { refusalSentence } from './error-sentence';
import { CloseIcon } from './icons';

/** The page knows the chatbot as it was: loaded anew, it shows what is there now. The draft outlives that. */
const reloads = new Set<RefusalCode>(['disclaimer_not_accepted', 'no_chatbot', 'invalid_request']);

/** Why the last message was refused, above the composer that holds it again. */
export function RefusalNote({ refusal, session }: { refusal: ChatRefusal; session: ChatSession }) {
  const text = useChatText();
  const language = useLanguage();
  return (
    <div className={styles.refusal}>
      <p>{refusalSentence(text, refusal, localeOf[language])}</p>
      <RefusalActions refusal={refusal} session={session} />
      <Button
        className={styles.dismiss ?? ''}
        aria-label={text('refusal.dismiss')}
        onPress={() => session.dismissRefusal()}
      >
        <CloseIcon />
      </Button>
    </div>
  );
}

function RefusalActions({ refusal, session }: { refusal: ChatRefusal; session: ChatSession }) {
  const text = useChatText();
  const { signIn } = useChatHost();
  if (refusal.code === 'not_signed_in' && signIn) {
    return (
      <Button className={styles.remedy ?? ''} onPress={signIn}>
        {text('refusal.signIn')}
      </Button>
    );
  }
  if (refusal.code === 'not_found') {
    return (
      <Button className={styles.remedy ?? ''} onPress={() => session.startNew()}>
        {text('refusal.newConversation')}
      </Button>
    );
  }
  if (refusal.code === 'message_changed') {
    return (
      <Button className={styles.remedy ?? ''} onPress={() => void session.showOpenTurn()}>
        {text('refusal.showNow')}
      </Button>
    );
  }
  if (reloads.has(refusal.code)) {
    return (
      <Button className={styles.remedy ?? ''} onPress={() => window.location.reload()}>
        {text('refusal.reloadPage')}
      </Button>
    );
  }
  if (refusal.code !== 'turn_in_progress') return null;
  return (
    <>
      <Button className={styles.remedy ?? ''} onPress={() => void session.stopOpenTurn()}>
        {text('refusal.stopOpenTurn')}
      </Button>
      <Button className={styles.remedy ?? ''} onPress={() => void session.showOpenTurn()}>
        {text('refusal.showOpenTurn')}
      </Button>
    </>
  );
}
