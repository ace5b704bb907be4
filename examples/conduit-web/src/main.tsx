import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { session } from './session.ts';
import './styles.css';

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } });

// Clears the cache, so that the next user does not see the data of the last one.
session.subscribe(() => void queries.resetQueries());

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
