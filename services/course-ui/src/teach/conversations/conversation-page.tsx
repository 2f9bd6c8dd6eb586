import { Transcript } from '@course-chatbot/chat';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { LoadState } from '../../pages/load-state';
import { Notice } from '../../widgets/notice';
import { manageApi } from '../api/manage-api';
import { Page } from '../frame/page';
import { useTeachFrame } from '../frame/teach-layout';
import { useTeachText } from '../language/teach-text';
import styles from './conversation-page.module.css';

/** One conversation as it was written, names masked. Each look is logged, so nothing is loaded twice by itself. */
export function ConversationPage() {
  const text = useTeachText();
  const { course } = useTeachFrame();
  const { conversationId = '' } = useParams();
  const talk = useQuery({
    queryKey: ['manage', 'conversation', course.id, conversationId],
    queryFn: () => manageApi.conversation(course.id, conversationId),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Page title={text('talks.oneUnnamed')} course={course.title}>
      <p className={styles.back}>
        <Link to={`/teach/${course.slug}/conversations`}>{text('talks.back')}</Link>
      </p>
      {talk.isSuccess ? (
        <div className={styles.talk}>
          <Notice>{text('talks.logged')}</Notice>
          <Transcript messages={talk.data.messages} />
        </div>
      ) : (
        <LoadState query={talk} />
      )}
    </Page>
  );
}
