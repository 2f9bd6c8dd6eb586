import { type AnonymousConversation, localeOf, useLanguage } from '@course-chatbot/chat';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LoadState } from '../../pages/load-state';
import { Button } from '../../widgets/button';
import { type Column, DataTable } from '../../widgets/table/data-table';
import { manageApi } from '../api/manage-api';
import { Page } from '../frame/page';
import { useTeachFrame } from '../frame/teach-layout';
import { dayWords } from '../insights/day-words';
import { useTeachText } from '../language/teach-text';

/** What was asked in a course, without who asked it. */
export function ConversationsPage() {
  const text = useTeachText();
  const locale = localeOf[useLanguage()];
  const { course } = useTeachFrame();
  const talks = useInfiniteQuery({
    queryKey: ['manage', 'conversations', course.id],
    queryFn: ({ pageParam }) => manageApi.conversations(course.id, { chatbotId: null, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (!talks.isSuccess) return <LoadState query={talks} />;
  const columns: Array<Column<AnonymousConversation>> = [
    {
      key: 'opening',
      title: text('talks.opening'),
      header: true,
      wide: true,
      cell: ({ id, opening }) => (
        <Link to={`/teach/${course.slug}/conversations/${id}`} dir="auto">
          {opening}
        </Link>
      ),
    },
    { key: 'chatbot', title: text('insights.chatbot'), cell: ({ chatbot }) => chatbot },
    { key: 'questions', title: text('talks.questions'), number: true, cell: ({ questions }) => questions },
    { key: 'day', title: text('talks.day'), number: true, cell: ({ day }) => dayWords(day, locale) },
  ];
  return (
    <Page title={text('talks.title')} course={course.title} lead={text('talks.lead')}>
      <DataTable
        caption={text('talks.title')}
        captionUnseen
        stacked
        columns={columns}
        rows={talks.data.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
        empty={text('talks.none')}
      />
      {talks.hasNextPage && (
        <div>
          <Button isPending={talks.isFetchingNextPage} onPress={() => void talks.fetchNextPage()}>
            {text('talks.more')}
          </Button>
        </div>
      )}
    </Page>
  );
}
