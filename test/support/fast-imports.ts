import { registerHooks } from 'node:module';

/*
 * Resolves imports of files by their path alone, and each package once for all modules of this repository. To let Node and
 * Vitest resolve every import of every module takes a test process a second longer.
 */
const ROOT = new URL('../..', import.meta.url).href;
const IS_PATH = /^\.{1,2}\/.*\.(?:ts|mjs)$/;
const IS_OWN = /^#(\w+)\/(.*\.ts)$/;
const IS_PACKAGE = /^[@\w](?!.*:)/;

type Resolved = ReturnType<NonNullable<Parameters<typeof registerHooks>[0]['resolve']>>;

const packages = new Map<string, Resolved>();

/** Returns the address of a file that a specifier names in full; null for all others. */
function addressOf(specifier: string, parent: string): string | null {
  if (IS_PATH.test(specifier)) return new URL(specifier, parent).href;
  const [, folder, path] = IS_OWN.exec(specifier) ?? [];
  return folder === undefined
    ? null
    : new URL(folder === 'test' ? `test/${path}` : `src/${folder}/${path}`, ROOT).href;
}

function isOwn(parent: string): boolean {
  return parent.startsWith(ROOT) && !parent.includes('/node_modules/');
}

/** A set-up file runs for each file of tests, but its hooks stay with the process. */
const REGISTERED = Symbol.for('quayside fast imports');

if (!Reflect.has(globalThis, REGISTERED)) {
  Reflect.set(globalThis, REGISTERED, true);
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL: parent, conditions } = context;
      if (!parent?.startsWith('file:') || !conditions.includes('import')) return next(specifier, context);
      const address = addressOf(specifier, parent);
      if (address !== null) {
        const format = address.endsWith('.ts') ? 'module-typescript' : 'module';
        return { url: address, format, shortCircuit: true };
      }
      if (!IS_PACKAGE.test(specifier) || !isOwn(parent)) return next(specifier, context);
      const known = packages.get(specifier);
      if (known) return { ...known, shortCircuit: true };
      const resolved = next(specifier, context);
      packages.set(specifier, resolved);
      return resolved;
    },
  });
}
