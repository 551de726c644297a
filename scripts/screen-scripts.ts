import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const CLIENT = join(import.meta.dirname, '../src/client');
/** A route with a bundle of its own, as `routes.tsx` states it. */
const ROUTE = /path: '([^']+)',\s*\.\.\.lazyRoute\(\s*'[\w-]+',\s*\(\) => import\('\.\/([^']+)'\)/g;
/** The routes inside of the shell. */
const IN_SHELL = /^\/(?:dashboard|admin)\b/;

/** The parts that a screen loads lazily and shows first, by a parameter of its address; '' for an address without any. */
const FIRST_PARTS = [
  { path: '/dashboard/apps/:appId', parameter: '', module: 'apps/overview-part.tsx' },
  { path: '/admin', parameter: '', module: 'admin/overview/overview-view.tsx' },
  { path: '/admin', parameter: 'version', module: 'review/review-page.tsx' },
] as const;

/**
 * Writes `screens.json`: the scripts that every page needs beyond those that it names itself, and for each route those
 * that it needs beyond these. The server names them in the page (`src/server/http/screen-preloads.ts`).
 */
export function screenScripts(): Plugin {
  return {
    name: 'quayside:screen-scripts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = createNeeded(chunks);
      const every = needed('main.tsx');
      const routes = withFirstParts(await readRoutes());
      const screens = routes.map(({ modules, ...address }) => {
        const scripts = new Set(modules.flatMap((module) => [...needed(module)]));
        return { ...address, scripts: [...scripts.difference(every)] };
      });
      const source = JSON.stringify({ every: [...every.difference(needed('start.ts'))], screens });
      this.emitFile({ type: 'asset', fileName: 'screens.json', source });
    },
  };
}

interface Route {
  readonly path: string;
  /** A parameter that the address has, '' for an address without any; any address of the path without it. */
  readonly parameter?: string;
  readonly modules: readonly string[];
}

/** Returns the routes, each after those of its first parts. */
function withFirstParts(routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => [
    ...FIRST_PARTS.filter(({ path }) => path === route.path).map(({ parameter, module }) => ({
      ...route,
      parameter,
      modules: [...route.modules, module],
    })),
    route,
  ]);
}

/** Returns the routes with the modules that they start with. Throws when a route is written in another way. */
async function readRoutes(): Promise<Route[]> {
  const text = await readFile(join(CLIENT, 'routes.tsx'), 'utf8');
  const routes = [...text.matchAll(ROUTE)].map(([, path = '', module = '']) => ({
    path,
    modules: ['console.tsx', ...(IN_SHELL.test(path) ? ['shell/shell.tsx'] : []), module],
  }));
  if (routes.length !== text.split('...lazyRoute(').length - 1) {
    throw new Error('A route of routes.tsx isn’t written as scripts/screen-scripts.ts reads it.');
  }
  return [{ path: '/login', modules: ['account/sign-in/login-page.tsx'] }, ...routes];
}

/** Returns a function that returns the files that a module of the client needs before it runs. */
function createNeeded(chunks: readonly Rolldown.OutputChunk[]): (module: string) => Set<string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk.fileName])));
  return (module) => {
    const file = byModule.get(join(CLIENT, module));
    if (file === undefined) throw new Error(`No script contains ${module}.`);
    const found = new Set([file]);
    for (const one of found) for (const imported of byFile.get(one)?.imports ?? []) found.add(imported);
    return found;
  };
}
