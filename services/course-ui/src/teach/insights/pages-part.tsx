import { type Insights, localeOf, useLanguage } from '@course-chatbot/chat';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../widgets/button';
import { Fold } from '../../widgets/fold';
import { DataTable } from '../../widgets/table/data-table';
import { useTeachText } from '../language/teach-text';
import styles from './insights.module.css';
import { useNothing } from './withheld';

const shownAtFirst = 10;

/** Which pages answers lean on, and which ones never. */
export function PagesPart({ insights: { pages, days } }: { insights: Insights }) {
  const text = useTeachText();
  const nothing = useNothing(days);
  const locale = localeOf[useLanguage()];
  const [whole, setWhole] = useState(false);
  const cited = pages.filter((page) => page.cited > 0);
  const never = pages.filter((page) => page.cited === 0);
  const title = text('insights.pages');
  return (
    <section className={styles.part} aria-labelledby="pages-title">
      <h2 id="pages-title">{title}</h2>
      <DataTable
        caption={title}
        captionUnseen
        columns={[
          {
            key: 'page',
            title: text('insights.page'),
            header: true,
            wide: true,
            cell: (page) => <Link to={page.url}>{page.title}</Link>,
          },
          { key: 'cited', title: text('insights.cited'), number: true, cell: (page) => page.cited.toLocaleString(locale) },
        ]}
        rows={whole ? cited : cited.slice(0, shownAtFirst)}
        rowKey={({ pageId }) => pageId}
        empty={nothing('insights.pagesNone')}
      />
      {!whole && cited.length > shownAtFirst && (
        <div>
          <Button kind="quiet" onPress={() => setWhole(true)}>
            {text('insights.morePages', { count: cited.length })}
          </Button>
        </div>
      )}
      {never.length > 0 && (
        <Fold title={text('insights.pagesNever')} aside={text('insights.pagesNeverAbout', { count: never.length })}>
          {() => (
            <ul className={styles.never}>
              {never.map(({ pageId, url, title: name }) => (
                <li key={pageId}>
                  <Link to={url}>{name}</Link>
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
    </section>
  );
}
