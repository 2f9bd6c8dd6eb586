import type { RouteObject } from 'react-router';
import { LoadingPage } from '../pages/loading-page';

type Pages = typeof import('./audit-pages');

/** The admins' pages; nothing of them is loaded before somebody opens one. */
export const auditRoutes: RouteObject = {
  path: '/audit',
  HydrateFallback: LoadingPage,
  ...page('AuditLayout'),
  children: [
    { index: true, ...page('CitationsPage') },
    { path: 'rates', ...page('RatesPage') },
    { path: 'calls', ...page('CallsPage') },
    { path: 'turns/:turnId', ...page('TurnPage') },
    { path: 'log', ...page('LogPage') },
  ],
};

function page(name: keyof Pages): Pick<RouteObject, 'lazy'> {
  return { lazy: { Component: async () => (await import('./audit-pages'))[name] } };
}
