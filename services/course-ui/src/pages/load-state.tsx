import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { Link } from 'react-router';
import { usePageText } from '../language/page-text';
import { LmsRefusal } from '../lms/lms-api';
import styles from './load-state.module.css';

/** What stands in a page's place until it is there: loading, missing, or failed and what to do. */
export function LoadState({ query }: { query: UseQueryResult<unknown> }) {
  const text = usePageText();
  if (query.isPending) return <p className={styles.state}>{text('site.loading')}</p>;
  if (query.error instanceof LmsRefusal && query.error.status < 500) return <Missing />;
  return (
    <div className={styles.state}>
      <p role="alert">{text('site.failed')}</p>
      <Button className={styles.action ?? ''} onPress={() => void query.refetch()}>
        {text('site.again')}
      </Button>
    </div>
  );
}

export function Missing() {
  const text = usePageText();
  return (
    <div className={styles.state}>
      <p>{text('site.missing')}</p>
      <Link to="/">{text('site.toCourses')}</Link>
    </div>
  );
}
