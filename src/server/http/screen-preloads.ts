import { readFile } from 'node:fs/promises';
import { SCREEN_SCRIPTS_ID } from '#shared/page-start.ts';

/** The scripts of the client, as `scripts/screen-scripts.ts` writes them: addresses below the base path. */
interface ScreenScripts {
  /** Of every page. */
  readonly every: readonly string[];
  readonly screens: readonly Screen[];
}

/** A route of the client, and the scripts that only its screen needs. */
interface Screen {
  /** Such as `/dashboard/apps/:appId`. */
  readonly path: string;
  /** A parameter that the address has, '' for an address without any; any address of the path without it. */
  readonly parameter?: string;
  readonly scripts: readonly string[];
}

/** Returns the elements of a page, by its path and the names of its parameters. */
export type PreloadsOf = (path: string, parameters: Iterable<string>) => string;

/** The screen that the client shows at `/` and at unknown paths. */
const DEFAULT_PATH = '/dashboard';

/**
 * Returns a function that returns the elements by which a page fetches the scripts of every page at once, and keeps
 * those of its screen for `src/client/start.ts`, which fetches them next. Its path is below the base path and starts
 * with a slash.
 */
export async function readPreloads(screensFile: string): Promise<PreloadsOf> {
  const { every, screens } = JSON.parse(await readFile(screensFile, 'utf8')) as ScreenScripts;
  const known = screens.map(({ path, parameter, scripts }) => ({
    path,
    parameter,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
    preloads: `${linksTo(every)}<template id="${SCREEN_SCRIPTS_ID}">${linksTo(scripts)}</template>`,
  }));
  const fallback =
    known.find(({ path, parameter }) => path === DEFAULT_PATH && parameter === undefined)?.preloads ?? '';
  return (path, parameters) => {
    const asked = new Set(parameters);
    const found = known.find(({ pattern, parameter }) => pattern.test(path) && isAsked(parameter, asked));
    return found?.preloads ?? fallback;
  };
}

function linksTo(scripts: readonly string[]): string {
  return scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`).join('');
}

function isAsked(parameter: string | undefined, asked: ReadonlySet<string>): boolean {
  if (parameter === undefined) return true;
  return parameter === '' ? asked.size === 0 : asked.has(parameter);
}
