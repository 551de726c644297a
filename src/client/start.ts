import { t } from '#shared/languages/translate.ts';
import { SCREEN_SCRIPTS_ID } from '#shared/page-start.ts';
import { requestEarlyResponses } from './backend/early-responses.ts';
import { loadChunk } from './backend/load-chunk.ts';
import { settingsOf } from './backend/settings.ts';
import { loadMessages } from './components/language/page-language.ts';
import { pageRoot } from './page-root.ts';

// Without `await` at the top level: the scripts that follow import from this one, so they would wait for it.
void start();

async function start(): Promise<void> {
  void requestEarlyResponses(settingsOf(document).baseUrl);
  void requestScreenScripts();
  // Takes long, and React, which arrives last, isn’t needed for it. A failure shows when `main.tsx` needs it.
  loadChunk('theme', () => import('./shell/theme.ts')).catch(() => undefined);
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

/**
 * Requests the scripts of the screen when all but one of those that run before them are there. Requested all at once,
 * they would share the connection, and nothing could run before everything is there.
 */
async function requestScreenScripts(): Promise<void> {
  const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
  const nearlyAll = Promise.withResolvers<void>();
  let loaded = 0;
  for (const preload of preloads) {
    void whenLoaded(preload).then(() => {
      loaded += 1;
      if (loaded >= preloads.length - 1) nearlyAll.resolve();
    });
  }
  await nearlyAll.promise;
  const template = document.getElementById(SCREEN_SCRIPTS_ID);
  if (template instanceof HTMLTemplateElement) document.head.append(template.content);
}

/** Resolves also when the script failed: what needs it shows that. */
async function whenLoaded(preload: HTMLLinkElement): Promise<void> {
  if (performance.getEntriesByName(preload.href).length > 0) return;
  await new Promise((resolve) => {
    preload.addEventListener('load', resolve, { once: true });
    preload.addEventListener('error', resolve, { once: true });
  });
}
