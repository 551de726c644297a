import { readFile } from 'node:fs/promises';

/** The scripts of a screen, as `scripts/screen-scripts.ts` writes them: addresses below the base path. */
interface ScreenScripts {
  /** Such as `/dashboard/apps/:appId`. */
  readonly path: string;
  readonly scripts: readonly string[];
}

/** The screen that the client shows at `/` and at unknown paths. */
const DEFAULT_PATH = '/dashboard';

/**
 * Returns a function that returns the elements by which a page fetches the scripts of its screen, before any of them
 * has run. Its path is below the base path and starts with a slash.
 */
export async function readPreloads(screensFile: string): Promise<(path: string) => string> {
  const screens = JSON.parse(await readFile(screensFile, 'utf8')) as ScreenScripts[];
  const known = screens.map(({ path, scripts }) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
    preloads: scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join(''),
  }));
  const fallback = known.find(({ path }) => path === DEFAULT_PATH)?.preloads ?? '';
  return (path) => known.find(({ pattern }) => pattern.test(path))?.preloads ?? fallback;
}
