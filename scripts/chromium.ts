import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const HEADLESS_SHELL = 'chromium-headless-shell';
const macPrograms = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of a Chromium for the browser tests: the one in the variable CHROMIUM, an installed one,
 * or, for root on Debian and Ubuntu, one that it installs now. Throws with instructions when there is none.
 */
export function ensureChromium(): string {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(
      `CHROMIUM is "${chosen}", which isn’t an executable. Set it to the path of a Chromium or Chrome.`,
    );
  }
  const find = () => findInstalled(NAMES) ?? macPrograms.find(isProgram) ?? null;
  const found = find() ?? (installFromDebian('chromium') ? find() : null);
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium. Install it (apt-get install chromium, or Google Chrome), or set CHROMIUM to the path of one.',
  );
}

/**
 * Returns the path of Chromium's headless shell, in which the browser tests take an eighth less time; null when it isn't
 * installed, or the variable CHROMIUM names another one. It knows no push messages.
 */
export function findHeadlessShell(): string | null {
  return process.env.CHROMIUM ? null : findInstalled([HEADLESS_SHELL]);
}

/** Installs what the browser tests run in, as root on Debian and Ubuntu. Throws with instructions without a Chromium. */
export function installBrowsers(): void {
  ensureChromium();
  if (!process.env.CHROMIUM && findHeadlessShell() === null) installFromDebian(HEADLESS_SHELL);
}

function findInstalled(names: readonly string[]): string | null {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => directories.map((directory) => join(directory, name)));
  return candidates.find(isProgram) ?? null;
}

/** Installs a package as root on Debian and Ubuntu; returns false elsewhere. */
function installFromDebian(name: string): boolean {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return false;
  process.stderr.write(`Installing ${name} for the browser tests\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const parameters of [['update'], ['install', '--yes', '--no-install-recommends', name]]) {
    spawnSync('apt-get', parameters, { stdio: ['ignore', 2, 2], env });
  }
  return true;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) process.stdout.write(`${ensureChromium()}\n`);

/** Options for Chromium in tests: it can't use a sandbox as root, and must not contact other servers. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
