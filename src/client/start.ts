import { t } from '#shared/languages/translate.ts';
import { loadChunk } from './backend/load-chunk.ts';
import { loadMessages } from './components/language/page-language.ts';
import { pageRoot } from './page-root.ts';

// Without `await` at the top level: the scripts that follow import from this one, so they would wait for it.
void start();

async function start(): Promise<void> {
  // Many modules read their messages when they are evaluated.
  await loadMessages(window.location.pathname.endsWith('/login') ? 'sign-in' : 'console');
  showLoading();
  await loadChunk('main', () => import('./main.tsx'));
}

/** Shows what `Loading` shows, until React renders something else. */
function showLoading(): void {
  const output = document.createElement('output');
  output.textContent = t`Loading...`;
  output.style.cssText = 'display: block; padding: 24px; font-family: system-ui, sans-serif; opacity: 0.66';
  pageRoot().replaceChildren(output);
}
