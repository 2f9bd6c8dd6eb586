import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@course-chatbot/chat/theme.css';
import { App } from './app';
import './base.css';
import { LmsRefusal } from './lms/lms-api';

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // The session has ended: whatever page this is, it now asks to sign in.
      if (error instanceof LmsRefusal && error.status === 401) queries.setQueryData(['me'], null);
    },
  }),
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      // A refusal stays one; only a lost connection is worth another try.
      retry: (failures, error) => !(error instanceof LmsRefusal) && failures < 2,
    },
  },
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
