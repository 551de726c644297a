import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { ALL_SCREENS, type Screen } from '../src/client/screens.ts';
import { reach } from './script-groups.ts';

const CLIENT = join(import.meta.dirname, '../src/client');

/** Writes `screens.json`: the scripts of every page and of each screen, which the server names in its page. */
export function screenScripts(): Plugin {
  return {
    name: 'quayside:screen-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = createNeeded(chunks);
      const every = needed(['main.tsx']);
      const screens = ALL_SCREENS.map(([name, screen]) => ({
        path: screen.path,
        scripts: [...needed(modulesOf(name, screen)).difference(every)],
      }));
      const source = JSON.stringify({ every: [...every.difference(needed(['start.ts']))], screens });
      this.emitFile({ type: 'asset', fileName: 'screens.json', source });
    },
  };
}

/** Returns the modules that a screen adds to every page, in the order in which they run. */
function modulesOf(name: string, { roles, module }: Screen): string[] {
  // The sign-in page runs without the router.
  if (name === 'login') return [module];
  return ['console.tsx', ...(roles === null ? [] : ['shell/shell.tsx']), module];
}

/** Returns a function that returns the files that modules of the client need before they run. */
function createNeeded(chunks: readonly Rolldown.OutputChunk[]) {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const fileOf = new Map(chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName])));
  return (modules: readonly string[]): Set<string> => {
    const files = modules.map((module) => {
      const file = fileOf.get(join(CLIENT, module));
      if (file === undefined) throw new Error(`No script contains ${module}.`);
      return file;
    });
    return reach(files, (file) => importsOf.get(file) ?? []);
  };
}
