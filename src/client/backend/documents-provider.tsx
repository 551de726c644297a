import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Backend } from './backend.ts';
import { useBackend } from './backend-context.ts';
import { isRepeated, repeatDelay, STALE_MS } from './cache-rules.ts';

function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // The event stream then reopens and refetches what is shown.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: isRepeated,
        retryDelay: repeatDelay,
      },
    },
  });
}

/** Opens the cache of a backend's documents, unless it is open, and returns it. */
export function openDocuments({ documents }: Backend): QueryClient {
  return documents.open(createCache);
}

/** Provides the cache of documents, and opens it when it first renders. */
export function DocumentsProvider({ children }: { children: ReactNode }) {
  const cache = openDocuments(useBackend());
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
}
