import type { RouteObject } from 'react-router';
import { LoadingPage } from '../pages/loading-page';

type Pages = typeof import('./teach-pages');

/** The teachers' pages; nothing of them is loaded before somebody opens one. */
export const teachRoutes: RouteObject = {
  path: '/teach/:slug',
  HydrateFallback: LoadingPage,
  ...page('TeachLayout'),
  children: [
    { index: true, ...page('ChatbotsPage') },
    { path: 'insights', ...page('InsightsPage') },
    { path: 'conversations', ...page('ConversationsPage') },
    {
      path: 'conversations/:conversationId',
      lazy: { Component: async () => (await import('./conversations/conversation-page')).ConversationPage },
    },
    {
      path: ':chatbotId',
      ...page('ChatbotEditor'),
      children: [
        { index: true, ...page('SettingsPage') },
        { path: 'tests', ...page('TestsPage') },
        { path: 'versions', ...page('VersionsPage') },
      ],
    },
  ],
};

function page(name: keyof Pages): Pick<RouteObject, 'lazy'> {
  return { lazy: { Component: async () => (await import('./teach-pages'))[name] } };
}
