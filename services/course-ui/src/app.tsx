import { chooseLanguage, type Language, LanguageProvider } from '@course-chatbot/chat';
import { useEffect, useMemo, useState } from 'react';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router';
import { auditRoutes } from './audit/audit-routes';
import { CourseLayout } from './course/course-layout';
import { CourseOutline } from './course/course-outline';
import { CoursePage } from './course/course-page';
import { keepChosenLanguage, readChosenLanguage } from './language/chosen-language';
import { useMe } from './lms/queries';
import { CoursesPage } from './pages/courses-page';
import { MissingPage } from './pages/missing-page';
import type { SiteFrame } from './pages/site-frame';
import { SiteHeader } from './pages/site-header';
import { teachRoutes } from './teach/teach-routes';

function Site() {
  const me = useMe();
  const [covered, setCovered] = useState(false);
  const frame = useMemo<SiteFrame>(() => ({ covered, onCover: setCovered }), [covered]);
  const [chosen, setChosen] = useState(readChosenLanguage);
  const language = chooseLanguage([chosen, me.data?.locale, ...navigator.languages]);
  const onLanguage = (language: Language) => {
    keepChosenLanguage(language);
    setChosen(language);
  };
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <LanguageProvider language={language}>
      <SiteHeader covered={covered} onLanguage={onLanguage} />
      <Outlet context={frame} />
    </LanguageProvider>
  );
}

const router = createBrowserRouter([
  {
    element: <Site />,
    children: [
      { path: '/', element: <CoursesPage /> },
      {
        path: '/courses/:slug',
        element: <CourseLayout />,
        children: [
          { index: true, element: <CourseOutline /> },
          { path: '*', element: <CoursePage /> },
        ],
      },
      teachRoutes,
      auditRoutes,
      { path: '*', element: <MissingPage /> },
    ],
  },
]);

export function App() {
  return <RouterProvider router={router} />;
}
