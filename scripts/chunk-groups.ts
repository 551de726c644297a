import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { nameSharedScripts, reach } from './shared-scripts.ts';

const ROOT = join(import.meta.dirname, '..');

const FORMS = /\/node_modules\/react-hook-form\//;
const SCHEMAS = /\/node_modules\/zod\//;
const FORMS_OR_SCHEMAS = /\/node_modules\/(?:react-hook-form|zod)\//;

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;

/**
 * Returns the groups of modules that share a script: what the page starts with, what the sign-in page and the frame of
 * all screens add, and what many screens share. Without them the bundler writes a script for each combination of
 * screens that share a module: 225 scripts, more than half of them below 1 KB, and 70 requests for a screen.
 */
export function chunkGroups(): Groups {
  const taking: Groups = [
    { ...needed('start', 'src/client/start.ts'), priority: 6 },
    { ...needed('core', 'src/client/main.tsx'), priority: 5 },
    { ...needed('sign-in', 'src/client/account/sign-in/login-page.tsx'), minShareCount: 2, priority: 4 },
    { ...needed('console', 'src/client/console.tsx', 'src/client/backend/refreshes.ts'), priority: 3 },
    { ...needed('shell', 'src/client/shell/shell.tsx'), priority: 2 },
    // Screens without a form or a schema don't load the libraries for them.
    { ...without('common', FORMS_OR_SCHEMAS), minShareCount: 6, priority: 1.5 },
    { ...needed('dashboard', 'src/client/dashboard/dashboard-page.tsx'), minShareCount: 2, priority: 1.2 },
    { ...needed('preview', 'src/client/apps/listing/preview-dialog.tsx'), minShareCount: 2, priority: 1.1 },
    // Most screens need schemas, and few a form before something is pressed.
    { ...needing('schemas', SCHEMAS, FORMS), minShareCount: 8, priority: 1.05 },
    { ...needing('forms', FORMS), minShareCount: 8, priority: 1 },
  ];
  return [...taking, sharedScripts(taking)];
}

/** Returns a group of the modules that need a package, themselves or what they import, and not another one. */
function needing(debugName: string, pattern: RegExp, other?: RegExp): Groups[number] {
  const needs = createNeeds(pattern);
  const needsOther = other ? createNeeds(other) : () => false;
  return {
    name: (id, context) => (needs(id, context) && !needsOther(id, context) ? debugName : null),
    debugName,
  };
}

/** Returns a group of the modules that don't need a package. */
function without(debugName: string, pattern: RegExp): Groups[number] {
  const needs = createNeeds(pattern);
  return { name: (id, context) => (needs(id, context) ? null : debugName), debugName };
}

function createNeeds(pattern: RegExp): (id: string, context: Rolldown.ChunkingContext) => boolean {
  const found = new Map<string, boolean>();
  return (id, context) => {
    let isFound = found.get(id);
    if (isFound === undefined) {
      const reached = reach([id], (from) => context.getModuleInfo(from)?.importedIds ?? []);
      isFound = [...reached].some((one) => pattern.test(one));
      found.set(id, isFound);
    }
    return isFound;
  };
}

/** Returns a group of the modules that some modules import, directly or through others, before they load any lazily. */
function needed(debugName: string, ...starts: string[]): Groups[number] {
  let found: Set<string> | null = null;
  const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
    found ??= reach(
      starts.map((start) => join(ROOT, start)),
      (from) => context.getModuleInfo(from)?.importedIds ?? [],
    );
    return found.has(id) ? debugName : null;
  };
  return { name, debugName };
}

/** Returns the group of the modules that several entries need and no other group takes. */
function sharedScripts(taking: Groups): Groups[number] {
  const name = nameSharedScripts((id, entries, context) =>
    taking.some(
      ({ name: nameOf, minShareCount = 1 }) =>
        entries >= minShareCount && typeof nameOf === 'function' && nameOf(id, context) !== null,
    ),
  );
  return { name, debugName: 'shared', includeDependenciesRecursively: false, priority: 0 };
}
