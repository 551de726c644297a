import { spawnSync } from 'node:child_process';

/** A program that tests need. */
export interface TestProgram {
  /** A call that succeeds when the program is installed. */
  readonly command: readonly [name: string, args: readonly string[]];
  readonly debianPackage: string;
  /** Instructions for a machine where it can't be installed. */
  readonly needed: string;
  /** Names its purpose, as part of a sentence. */
  readonly purpose: string;
}

/** Installs a program for root on Debian or Ubuntu, unless it is there. Throws an Error with instructions elsewhere. */
export function installForTests({ command, debianPackage, needed, purpose }: TestProgram): void {
  if (succeeds(...command)) return;
  if (process.getuid?.() === 0) {
    console.log(`Installing ${debianPackage} for ${purpose}…`);
    const isInstalled =
      succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', debianPackage]);
    if (isInstalled && succeeds(...command)) return;
  }
  throw new Error(needed);
}

function succeeds(command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
