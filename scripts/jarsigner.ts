import { spawnSync } from 'node:child_process';

const PACKAGE = 'default-jdk-headless';

/**
 * Ensures that the JDK's `jarsigner`, which verifies our signed JARs, is on the PATH: installs it for root on
 * Debian or Ubuntu. Throws an Error with instructions elsewhere.
 */
export function ensureJarsigner(): void {
  if (isInstalled()) return;
  if (process.getuid?.() === 0 && installDebianPackage() && isInstalled()) return;
  throw new Error(
    `The tests of signed feeds need jarsigner, which is part of every JDK. Install one and put its bin folder on the PATH (Debian and Ubuntu: apt-get install ${PACKAGE}; macOS: brew install openjdk).`,
  );
}

function isInstalled(): boolean {
  return succeeds('jarsigner', ['-help']);
}

function installDebianPackage(): boolean {
  console.log(`Installing ${PACKAGE} for the tests of signed feeds…`);
  return succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', PACKAGE]);
}

function succeeds(command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
