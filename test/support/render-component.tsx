import { ThemeProvider } from '@mui/material/styles';
import { type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { type Backend, initializeBackend } from '#client/backend/backend.ts';
import { BackendContext } from '#client/backend/backend-context.ts';
import { DocumentsProvider, openDocuments } from '#client/backend/documents-provider.tsx';
import { theme } from '#client/shell/theme.ts';

const BASE_URL = 'https://store.example/quayside/';

/** A request to the server of a test: its path below the base path, and the input of a call. */
export interface TestRequest {
  readonly path: string;
  readonly input: unknown;
  readonly signal: AbortSignal | null;
}

export type Serve = (request: TestRequest) => Response | Promise<Response>;

/** Returns the response to a call that succeeds. */
export function resultOf(result: unknown): Response {
  return Response.json({ result });
}

/** Returns the response to a call that fails, such as with `503, 'UNAVAILABLE'`. */
export function failureOf(status: number, code: string, message = ''): Response {
  return Response.json({ error: { status: code, message } }, { status });
}

/** Returns the response to a call that is one too many. */
export function limitedFor(seconds: number): Response {
  const details = { reason: 'too-many-requests', retryAfterSeconds: seconds };
  const error = { status: 'RESOURCE_EXHAUSTED', message: 'An API token may make few requests.', details };
  return Response.json({ error }, { status: 429 });
}

/** Returns a backend whose server is the test. */
export function backendOf(serve: Serve): Backend {
  vi.stubGlobal('fetch', async (address: URL | string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as { data?: unknown }) : {};
    const path = new URL(address).href.replace(BASE_URL, '');
    return serve({ path, input: body.data, signal: init.signal ?? null });
  });
  const backend = initializeBackend({ projectId: 'test', authDomain: 'store.example', baseUrl: BASE_URL });
  openDocuments(backend);
  onTestFinished(() => {
    backend.documents.clear();
    backend.auth.close();
  });
  return backend;
}

/** Renders an element in the product's theme. */
export function renderInTheme(element: ReactNode): void {
  render(element, { wrapper: ThemeWrapper });
}

function ThemeWrapper({ children }: { children: ReactNode }) {
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}

interface Rendered extends Pick<RenderResult, 'rerender' | 'unmount'> {
  readonly user: UserEvent;
}

/** Renders an element with a backend, and returns a user who types and clicks without pauses. */
export function renderWithBackend(element: ReactNode, backend: Backend): Rendered {
  const { rerender, unmount } = render(element, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <ThemeWrapper>
        <BackendContext value={backend}>
          <DocumentsProvider>{children}</DocumentsProvider>
        </BackendContext>
      </ThemeWrapper>
    ),
  });
  return { rerender, unmount, user: userEvent.setup({ delay: null }) };
}
