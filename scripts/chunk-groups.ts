import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { findEntries, nameSharedScripts, reach } from './shared-scripts.ts';

const ROOT = join(import.meta.dirname, '..');

const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;
/** `start.ts` creates it before React has arrived. MUI's list of its styles, which it imports, leads to React. */
const THEME = /\/src\/client\/shell\/theme\.ts$/;
const FORMS = /\/node_modules\/react-hook-form\//;
/** Only MUI's lists of all its parts lead from the sign-in page to these. */
const LISTED = /\/@mui\/(?:system\/(?:Stack|useMediaQuery)|utils\/(?:debounce|useTimeout))\//;
const SCHEMAS = /\/node_modules\/zod\//;

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;
type Condition = (id: string, context: Rolldown.ChunkingContext) => boolean;

/**
 * Returns the groups of modules that share a script: what the page starts with, including what the sign-in page shares
 * with other screens, what the frame of all screens adds, what many screens share, and what the first screens share
 * with others. Without them the bundler writes a script for each combination of screens that share a module: 225
 * scripts, more than half of them below 1 KB, and 70 requests for a screen.
 */
export function chunkGroups(): Groups {
  const needsSchemas = needs(SCHEMAS);
  const needsForms = needs(FORMS);
  const needsReact = needs(REACT);
  // Screens without a form or a schema don't load the libraries for them.
  const isLight: Condition = (...module) => !needsSchemas(...module) && !needsForms(...module);
  const isForTheme = isNeededBy('src/client/shell/theme.ts');
  const isForMain = isNeededBy('src/client/main.tsx');
  const isForSignIn = isNeededBy('src/client/account/sign-in/login-page.tsx');
  const isShared = isSharedModule();
  const isForCore: Condition = (...module) =>
    !LISTED.test(module[0]) && (isForMain(...module) || (isForSignIn(...module) && isShared(...module)));
  const isForReview = isNeededBy('src/client/review/review-page.tsx');
  const taking: Groups = [
    group('start', 6, isNeededBy('src/client/start.ts')),
    // Every page needs these three. Those of the screen are requested while the last one arrives (`start.ts`).
    group(
      'theme',
      5.3,
      (...module) => THEME.test(module[0]) || (isForTheme(...module) && !needsReact(...module)),
    ),
    group('react', 5.2, (id) => REACT.test(id)),
    group('core', 5, isForCore),
    group('console', 3, isNeededBy('src/client/console.tsx', 'src/client/backend/refreshes.ts')),
    group('shell', 2, isNeededBy('src/client/shell/shell.tsx')),
    // The records of all rules are large, and only screens with findings need them.
    group('rules', 1.6, isNeededBy('src/shared/packages/rules/catalogue.ts')),
    { ...group('common', 1.5, isLight), minShareCount: 6 },
    shared('dashboard', 1.2, isNeededBy('src/client/dashboard/dashboard-page.tsx')),
    shared('app', 1.15, isNeededBy('src/client/apps/app-page.tsx', 'src/client/apps/overview-part.tsx')),
    shared(
      'admin',
      1.13,
      isNeededBy('src/client/admin-page.tsx', 'src/client/admin/overview/overview-view.tsx'),
    ),
    shared('review', 1.05, (...module) => isLight(...module) && isForReview(...module)),
    shared('preview', 1.1, isNeededBy('src/client/apps/listing/preview-dialog.tsx')),
    {
      ...group('schemas', 1.05, (...module) => needsSchemas(...module) && !needsForms(...module)),
      minShareCount: 8,
    },
    { ...group('forms', 1, needsForms), minShareCount: 8 },
  ];
  const isHeavy: Condition = (...module) => !isLight(...module);
  return [...taking, sharedScripts(taking, isHeavy)];
}

function group(debugName: string, priority: number, isIn: Condition): Groups[number] {
  return { name: (...module) => (isIn(...module) ? debugName : null), debugName, priority };
}

/** Returns a group of modules that several screens need: what only one needs is in the script of this one. */
function shared(debugName: string, priority: number, isIn: Condition): Groups[number] {
  return { ...group(debugName, priority, isIn), minShareCount: 2 };
}

/** Returns true for modules that need a package, themselves or by what they import. */
function needs(pattern: RegExp): Condition {
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

/** Returns true for modules that some modules import, directly or through others, before they load any lazily. */
function isNeededBy(...starts: string[]): Condition {
  let found: Set<string> | null = null;
  return (id, context) => {
    found ??= reach(
      starts.map((start) => join(ROOT, start)),
      (from) => context.getModuleInfo(from)?.importedIds ?? [],
    );
    return found.has(id);
  };
}

/** Returns true for modules that several entries need. */
function isSharedModule(): Condition {
  let entriesOf: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  return (id, context) => {
    entriesOf ??= findEntries(id, context);
    return (entriesOf.get(id)?.size ?? 0) > 1;
  };
}

/** Returns the group of the modules that several entries need and no other group takes. */
function sharedScripts(taking: Groups, isHeavy: Condition): Groups[number] {
  const isTaken = (id: string, entries: number, context: Rolldown.ChunkingContext) =>
    taking.some(
      ({ name: nameOf, minShareCount = 1 }) =>
        entries >= minShareCount && typeof nameOf === 'function' && nameOf(id, context) !== null,
    );
  const name = nameSharedScripts({ isTaken, isHeavy });
  return { name, debugName: 'shared', includeDependenciesRecursively: false, priority: 0 };
}
