import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { ALL_SCREENS } from '../src/client/screens.ts';

const CLIENT = join(import.meta.dirname, '../src/client');

/**
 * Writes `screens.json`: the scripts that every page needs beyond those that it names itself, and for each route those
 * that it needs beyond these. The server names them in the page (`src/server/http/screen-preloads.ts`).
 */
export function screenScripts(): Plugin {
  return {
    name: 'quayside:screen-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = createNeeded(chunks);
      const every = needed('main.tsx');
      const screens = listAddresses().map(({ modules, ...address }) => {
        const scripts = new Set(modules.flatMap((module) => [...needed(module)]));
        return { ...address, scripts: [...scripts.difference(every)] };
      });
      const source = JSON.stringify({ every: [...every.difference(needed('start.ts'))], screens });
      this.emitFile({ type: 'asset', fileName: 'screens.json', source });
    },
  };
}

interface ScreenAddress {
  readonly path: string;
  /** A parameter that the address has, '' for an address without any; any address of the path without it. */
  readonly parameter?: string;
  readonly modules: readonly string[];
}

/** Returns the addresses of all screens with the modules that they start with, each after those of its first parts. */
function listAddresses(): ScreenAddress[] {
  return ALL_SCREENS.flatMap(([name, { path, roles, module, firstParts = [] }]) => {
    // The sign-in page runs without the router.
    const frame = name === 'login' ? [] : ['console.tsx', ...(roles === null ? [] : ['shell/shell.tsx'])];
    const modules = [...frame, module];
    return [
      ...firstParts.map(({ parameter, module: part }) => ({ path, parameter, modules: [...modules, part] })),
      { path, modules },
    ];
  });
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
