import { readFile } from 'node:fs/promises';

/** A route of the client and the scripts of its screen, as `scripts/screen-scripts.ts` writes them. */
interface Screen {
  /** Such as `/dashboard/apps/:appId`. */
  readonly path: string;
  /** Addresses below the base path. */
  readonly scripts: readonly string[];
}

/** The screen that the client shows at `/` and at unknown paths. */
const DEFAULT_PATH = '/dashboard';

/**
 * Returns a function that returns the elements by which a page fetches its screen's scripts at once
 * rather than after the first script. Its path is below the base path and starts with a slash.
 */
export async function readPreloads(screensFile: string): Promise<(path: string) => string> {
  const screens = (JSON.parse(await readFile(screensFile, 'utf8')) as Screen[]).map(({ path, scripts }) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
    links: scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join(''),
  }));
  const fallback = screens.find(({ path }) => path === DEFAULT_PATH)?.links ?? '';
  return (path) => screens.find(({ pattern }) => pattern.test(path))?.links ?? fallback;
}
