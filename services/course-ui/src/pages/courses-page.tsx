import { Link } from 'react-router';
import { usePageText } from '../language/page-text';
import { useCourses, useMe } from '../lms/queries';
import styles from './courses-page.module.css';
import { LoginForm } from './login-form';
import { LoadState } from './load-state';
import { useTitle } from './use-title';

/** The courses one is in; signed out, the way in. */
export function CoursesPage() {
  const text = usePageText();
  const me = useMe();
  useTitle(text('site.courses'));
  return (
    <main id="content" className={styles.main} tabIndex={-1}>
      {me.isSuccess ? me.data ? <CourseList /> : <LoginForm /> : <LoadState query={me} />}
    </main>
  );
}

function CourseList() {
  const text = usePageText();
  const courses = useCourses();
  if (!courses.isSuccess) return <LoadState query={courses} />;
  return (
    <>
      <h1>{text('site.courses')}</h1>
      {courses.data.length === 0 && <p>{text('courses.none')}</p>}
      <ul className={styles.courses}>
        {courses.data.map((course) => (
          <li key={course.id} lang={course.language}>
            <h2>
              <Link to={`/courses/${course.slug}`}>{course.title}</Link>
            </h2>
            {course.description && <p>{course.description}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
