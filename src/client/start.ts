import { requestEarlyResponses } from './backend/early-responses.ts';
import { firstCallsOf } from './backend/first-calls.ts';
import { loadChunk } from './backend/load-chunk.ts';
import { settingsOf } from './backend/settings.ts';
import { loadMessages } from './components/language/page-language.ts';

// Without `await` at the top level: the scripts that follow import from this one, so they would wait for it.
void start();

async function start(): Promise<void> {
  void requestEarlyResponses(settingsOf(document).baseUrl, (user) => firstCallsOf(window.location, user));
  // Many modules read their messages when they are evaluated.
  await loadMessages(window.location.pathname.endsWith('/login') ? 'sign-in' : 'console');
  await loadChunk('main', () => import('./main.tsx'));
}
