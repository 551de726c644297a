import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

const CLIENT = join(import.meta.dirname, '../src/client');
/** Its folder has the screens before the frame, each with a script of its own. */
const LOGIN_PAGE = 'account/sign-in/login-page.tsx';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;
type Condition = (id: string, context: Rolldown.ChunkingContext) => boolean;

/**
 * Returns the groups of modules that share a script: what a page starts with, what the sign-in page needs, what the
 * frame of all other screens adds, what reviews share with other screens, and what three screens share. Without them the bundler writes a script for each combination of screens that share a
 * module, and a screen makes 70 requests.
 */
export function scriptGroups(): Groups {
  const isForSignIn = isNeededBy('main.tsx', LOGIN_PAGE);
  const isOwnOfSignIn = (id: string) => id.startsWith(join(CLIENT, dirname(LOGIN_PAGE)));
  const isForFrame = isNeededBy('console.tsx', 'shell/shell.tsx', 'backend/refreshes.ts');
  const isForReview = isNeededBy('review/review-page.tsx');
  return [
    // Runs before the modules of all others, which read their messages when they are evaluated.
    group('start', 6, isNeededBy('start.ts')),
    group('screens', 5.5, isNeededBy('screens.ts')),
    group('core', 5, (...module) => isForSignIn(...module) && !isOwnOfSignIn(module[0])),
    group('console', 4, isForFrame),
    { ...group('common', 3, (id) => !isOwnOfSignIn(id)), minShareCount: 3 },
    { ...group('review', 2, isForReview), minShareCount: 2 },
  ];
}

function group(debugName: string, priority: number, isIn: Condition): Groups[number] {
  return { name: (...module) => (isIn(...module) ? debugName : null), debugName, priority };
}

/** Returns true for modules that some modules import, directly or through others, before they load any lazily. */
function isNeededBy(...starts: string[]): Condition {
  let found: Set<string> | null = null;
  return (id, context) => {
    found ??= reach(
      starts.map((start) => join(CLIENT, start)),
      (from) => context.getModuleInfo(from)?.importedIds ?? [],
    );
    return found.has(id);
  };
}

/** Returns the modules or scripts that are reached from some, with these. */
export function reach(starts: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set(starts);
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}
