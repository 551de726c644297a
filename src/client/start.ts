import { t } from '#shared/languages/translate.ts';
import { type PageStart, SCREEN_SCRIPTS_ID } from '#shared/page-start.ts';
import { loadChunk } from './backend/load-chunk.ts';
import { type FirstResults, loadPageStart, requestCalls } from './backend/page-start.ts';
import { settingsOf } from './backend/settings.ts';
import { loadMessages } from './components/language/page-language.ts';
import { pageRoot } from './page-root.ts';

// Without `await` at the top level: the scripts that follow import from this one, so they would wait for it.
void start();

async function start(): Promise<void> {
  const { baseUrl } = settingsOf(document);
  const pageStart = loadPageStart(baseUrl);
  void requestScreenScripts();
  // Many modules read their messages when they are evaluated.
  await loadMessages(window.location.pathname.endsWith('/login') ? 'sign-in' : 'console');
  showLoading();
  const early = requestFirstCalls(baseUrl, pageStart);
  const { showPage } = await loadChunk('main', () => import('./main.tsx'));
  await showPage({ pageStart, early });
}

/** Requests what the screen starts with while its scripts load; nothing when it isn't known who opens it. */
async function requestFirstCalls(
  baseUrl: string,
  pageStart: Promise<PageStart | null>,
): Promise<FirstResults> {
  try {
    const { firstCallsOf } = await loadChunk('screens', () => import('./screens.ts'));
    const { token, own } = (await pageStart) ?? {};
    const user = own?.['users.me']?.user;
    if (token === undefined || user === undefined) return new Map();
    const { pathname, search } = window.location;
    const address = { pathname: pathname.slice(new URL(baseUrl).pathname.length - 1), search };
    return requestCalls(baseUrl, { uid: user.uid, token }, firstCallsOf(address, user));
  } catch {
    return new Map();
  }
}

/** Shows what `Loading` shows, until React renders something else. */
function showLoading(): void {
  const output = document.createElement('output');
  output.textContent = t`Loading...`;
  output.style.cssText = 'display: block; padding: 24px; font-family: system-ui, sans-serif; opacity: 0.66';
  pageRoot().replaceChildren(output);
}

/** Requests the scripts of the screen once those that run first are there: they would share the connection. */
async function requestScreenScripts(): Promise<void> {
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  await Promise.all([...preloads].map(whenLoaded));
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
