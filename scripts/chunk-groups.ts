import { join } from 'node:path';
import type { Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '..');

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;

/**
 * Returns the groups of modules that share a script: what the page starts with, what the sign-in page and the frame of
 * all screens add, and what many screens share. Without them the bundler writes a script for each combination of
 * screens that share a module: 225 scripts, more than half of them below 1 KB, and 70 requests for a screen.
 */
export function chunkGroups(): Groups {
  return [
    { ...needed('start', 'src/client/start.ts'), priority: 6 },
    { ...needed('core', 'src/client/main.tsx'), priority: 5 },
    { ...needed('sign-in', 'src/client/account/sign-in/login-page.tsx'), minShareCount: 2, priority: 4 },
    { ...needed('console', 'src/client/console.tsx'), priority: 3 },
    { ...needed('shell', 'src/client/shell/shell.tsx'), priority: 2 },
    { ...needing('forms', /\/node_modules\/react-hook-form\//), minShareCount: 8, priority: 1 },
    { name: 'common', minShareCount: 8, priority: 1 },
    {
      name: 'shared',
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 8_000,
      priority: 0,
    },
  ];
}

/** Returns a group of the modules that need a package, so that screens without it don't load it. */
function needing(debugName: string, pattern: RegExp): Groups[number] {
  const found = new Map<string, boolean>();
  const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
    let isFound = found.get(id);
    if (isFound === undefined) {
      const reached = reach(id, (from) => context.getModuleInfo(from)?.importedIds ?? []);
      isFound = [...reached].some((one) => pattern.test(one));
      found.set(id, isFound);
    }
    return isFound ? debugName : null;
  };
  return { name, debugName };
}

/** Returns a group of the modules that a module imports, directly or through others, before it loads any lazily. */
function needed(debugName: string, start: string): Groups[number] {
  let found: Set<string> | null = null;
  const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
    found ??= reach(join(ROOT, start), (from) => context.getModuleInfo(from)?.importedIds ?? []);
    return found.has(id) ? debugName : null;
  };
  return { name, debugName };
}

function reach(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}
