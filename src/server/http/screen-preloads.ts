import { readFile } from 'node:fs/promises';
import { SCREEN_SCRIPTS_ID, screenPattern } from '#shared/page-start.ts';

/** The scripts of the client, as `scripts/screen-scripts.ts` writes them: addresses below the base path. */
interface ScreenScripts {
  /** Of every page. */
  readonly every: readonly string[];
  readonly screens: readonly {
    /** Such as `/dashboard/apps/:appId`. */
    readonly path: string;
    /** Those that only its screen needs. */
    readonly scripts: readonly string[];
  }[];
}

/** The screen that the client shows at `/` and at unknown paths. */
const DEFAULT_PATH = '/dashboard';

/**
 * Returns a function that returns the elements by which a page fetches the scripts of every page at once, and keeps
 * those of its screen for `src/client/start.ts`, which fetches them next. Its path is below the base path and starts
 * with a slash.
 */
export async function readPreloads(screensFile: string): Promise<(path: string) => string> {
  const { every, screens } = JSON.parse(await readFile(screensFile, 'utf8')) as ScreenScripts;
  const known = screens.map(({ path, scripts }) => ({
    path,
    pattern: screenPattern(path),
    preloads: `${linksTo(every)}<template id="${SCREEN_SCRIPTS_ID}">${linksTo(scripts)}</template>`,
  }));
  const fallback = known.find(({ path }) => path === DEFAULT_PATH)?.preloads ?? '';
  return (path) => known.find(({ pattern }) => pattern.test(path))?.preloads ?? fallback;
}

function linksTo(scripts: readonly string[]): string {
  return scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('');
}
