import { readFile } from 'node:fs/promises';

/** A route of the client and the scripts of its screen, as `scripts/screen-scripts.ts` writes them. */
interface Screen {
  /** Such as `/dashboard/apps/:appId`. */
  readonly path: string;
  /** A parameter that the address has, '' for an address without any; any address of the path without it. */
  readonly parameter?: string;
  /** Addresses below the base path. */
  readonly scripts: readonly string[];
}

/** Returns the elements of a page, by its path and the names of its parameters. */
export type PreloadsOf = (path: string, parameters: Iterable<string>) => string;

/** The screen that the client shows at `/` and at unknown paths. */
const DEFAULT_PATH = '/dashboard';

/**
 * Returns a function that returns the elements by which a page fetches its screen's scripts at once
 * rather than after the first script. Its path is below the base path and starts with a slash.
 */
export async function readPreloads(screensFile: string): Promise<PreloadsOf> {
  const screens = (JSON.parse(await readFile(screensFile, 'utf8')) as Screen[]).map(
    ({ path, parameter, scripts }) => ({
      path,
      parameter,
      pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
      links: scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join(''),
    }),
  );
  const fallback =
    screens.find(({ path, parameter }) => path === DEFAULT_PATH && parameter === undefined)?.links ?? '';
  return (path, parameters) => {
    const asked = new Set(parameters);
    const found = screens.find(({ pattern, parameter }) => pattern.test(path) && isAsked(parameter, asked));
    return found?.links ?? fallback;
  };
}

function isAsked(parameter: string | undefined, asked: ReadonlySet<string>): boolean {
  if (parameter === undefined) return true;
  return parameter === '' ? asked.size === 0 : asked.has(parameter);
}
