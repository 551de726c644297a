import { spawn } from 'node:child_process';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Plain JavaScript for every Node, because the one that somebody calls a command with may be older than what Quayside
 * needs.
 */

/** The oldest version of Node that runs Quayside. */
const OLDEST_NODE = 24;

/** Runs a program of this release with its arguments: in this process, unless its Node is too old. */
export async function startProgram(name) {
  const program = fileURLToPath(new URL(`../programs/${name}.js`, import.meta.url));
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
    cacheCompiledCode();
    await import(program);
    return;
  }
  const node = findInstalledNode();
  if (node === null) {
    const prefix = fileURLToPath(new URL('../../..', import.meta.url));
    process.stderr.write(
      `Quayside needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}. Install a newer one, or one for Quayside alone: npm install --prefix ${prefix} node@${OLDEST_NODE}\n`,
    );
    process.exit(1);
  }
  runWith(node, program);
}

/** Keeps compiled code for later starts and for child processes, if this user may write there. */
function cacheCompiledCode() {
  if (process.env.NODE_COMPILE_CACHE) return;
  const directory = fileURLToPath(new URL('../.cache', import.meta.url));
  const { status } = module.enableCompileCache(directory);
  if (status === module.constants.compileCacheStatus.ENABLED) process.env.NODE_COMPILE_CACHE = directory;
}

/** Returns the program of the npm package `node` beside this one; null without it. */
function findInstalledNode() {
  try {
    const manifest = module.createRequire(import.meta.url).resolve('node/package.json');
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return null;
  }
}

/** Runs a program with another Node, which gets this process's signals and ends with it. */
function runWith(node, program) {
  const child = spawn(node, [program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, QUAYSIDE_PARENT_PID: String(process.pid) },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    throw error;
  });
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
}
