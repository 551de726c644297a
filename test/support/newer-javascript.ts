import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MODULES = join(import.meta.dirname, '../../node_modules');

/** What Node 20.12 has: all of ES2023, and a little more. */
const LIBRARY = 'es2023,es2024.string,esnext.disposable';

/** Returns the names of built-in functions that a program in JavaScript uses, but that Node 20.12 lacks. */
export async function findNewerFunctions(program: string): Promise<string[]> {
  const options = ['--allowJs', '--checkJs', '--noEmit', '--skipLibCheck', '--target', 'esnext'];
  const environment = ['--lib', LIBRARY, '--types', 'node', '--typeRoots', join(MODULES, '@types')];
  const modules = ['--module', 'nodenext', '--ignoreConfig'];
  const compiler = join(MODULES, 'typescript/bin/tsc');
  const running = promisify(execFile)(
    process.execPath,
    [compiler, ...options, ...environment, ...modules, program],
    { maxBuffer: 64 * 1024 ** 2 },
  );
  // A bundle has no types, so most of the problems mean nothing.
  const { stdout } = await running.catch((error: { stdout: string }) => error);
  const found = stdout.matchAll(/error TS(?:2550|2583): [^']*'([^']+)'/g);
  return [...new Set([...found].map(([, name = '']) => name))];
}
