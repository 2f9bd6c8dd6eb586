import { Outlet, useOutletContext, useParams } from 'react-router';
import { LoadState } from '../../pages/load-state';
import { LoginForm } from '../../pages/login-form';
import type { Course, MayTeach } from '../../lms/lms-api';
import { useMe, useOutline } from '../../lms/queries';
import { TeachNavigation } from './teach-navigation';
import styles from './teach-layout.module.css';

/** What the teachers' pages of a course get from the frame around them. */
export interface TeachFrame {
  course: Course;
  may: MayTeach;
}

export function useTeachFrame(): TeachFrame {
  return useOutletContext<TeachFrame>();
}

/** The frame of the teachers' pages of a course. What one may see there, the server says at each of them. */
export function TeachLayout() {
  const { slug = '' } = useParams();
  const me = useMe();
  const outline = useOutline(slug);
  return (
    <main id="content" className={styles.main} tabIndex={-1}>
      {!me.isSuccess && <LoadState query={me} />}
      {me.isSuccess && !me.data && <LoginForm />}
      {me.data && !outline.isSuccess && <LoadState query={outline} />}
      {me.data && outline.data && (
        <>
          <TeachNavigation {...outline.data} />
          <Outlet context={{ course: outline.data.course, may: outline.data.may } satisfies TeachFrame} />
        </>
      )}
    </main>
  );
}
