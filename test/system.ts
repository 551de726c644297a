import { spawnSync } from 'node:child_process';
import { ensureBuild } from '../scripts/ensure-build.ts';
import { DEBIAN_PYTHON } from './moving/tools.ts';
import { runSystemTests } from './support/run-system-tests.ts';

/*
 * `npm run test:system -- NAME`: a test of the whole system that takes minutes, or needs programs that few machines have.
 * Without a name it lists the names. What follows the name are options of that test.
 */

/** A program that a test needs. */
interface Program {
  /** The command that installs it on Debian. */
  readonly get: string;
  /** Arguments with which it succeeds when it is installed. */
  readonly probe: readonly string[];
}

interface SystemTest {
  /** By the names of their commands. */
  readonly programs?: Readonly<Record<string, Program>>;
  /** Loads the test, and returns a function that runs it with these options and returns the exit code. */
  readonly load: () => Promise<(options: readonly string[]) => Promise<number>>;
}

const debian = (name: string, ...probe: string[]): Program => ({ get: `apt-get install ${name}`, probe });

const CEPH = {
  'ceph-mon': debian('ceph-mon', '--version'),
  'ceph-osd': debian('ceph-osd', '--version'),
  radosgw: debian('radosgw', '--version'),
  'radosgw-admin': debian('radosgw', '--version'),
};

/** All tests by name. Each is loaded only when it runs, because they start servers with settings of their own. */
export const SYSTEM_TESTS: Readonly<Record<string, SystemTest>> = {
  faults: { load: async () => (await import('./faults/run.ts')).runFaults },
  feed: { load: async () => (await import('./faults/feed-readers-run.ts')).runFeedReaders },
  backup: { load: async () => (options) => runSystemTests('backup', options) },
  release: { load: async () => (options) => runSystemTests('release', options) },
  cluster: { programs: CEPH, load: async () => (await import('./cluster/run.ts')).runCluster },
  s3: {
    // With S3_ENDPOINT set, the storage is there already.
    programs: process.env['S3_ENDPOINT'] ? {} : CEPH,
    load: async () => (await import('./s3/run.ts')).runS3,
  },
  moving: {
    programs: {
      keytool: debian('default-jdk-headless', '-help'),
      jarsigner: debian('default-jdk-headless', '-help'),
      apksigner: debian('apksigner', '--version'),
      openssl: debian('openssl', 'version'),
      [DEBIAN_PYTHON]: debian('fdroidserver', '-c', 'import fdroidserver.index'),
    },
    load: async () => (await import('./moving/run.ts')).runMoving,
  },
  examples: {
    programs: {
      gradle: debian('gradle', '--version'),
      fastlane: { get: 'gem install fastlane', probe: ['--version'] },
      git: debian('git', '--version'),
      curl: debian('curl', '--version'),
      jq: debian('jq', '--version'),
      python3: debian('python3', '--version'),
      java: debian('default-jdk-headless', '--version'),
      rsync: debian('rsync', '--version'),
    },
    load: async () => (options) => runSystemTests('examples', options),
  },
  proxy: {
    programs: { nginx: debian('nginx-light', '-v'), openssl: debian('openssl', 'version') },
    load: async () => (options) => runSystemTests('proxy', options),
  },
  deploy: {
    programs: {
      'systemd-analyze': debian('systemd', '--version'),
      caddy: debian('caddy', 'version'),
      logrotate: debian('logrotate', '--version'),
      'fail2ban-regex': debian('fail2ban', '--version'),
    },
    load: async () => (options) => runSystemTests('deploy', options),
  },
};

/** Returns how to install the programs that are missing, a line for each. */
function findMissingPrograms({ programs = {} }: SystemTest): string[] {
  return Object.entries(programs)
    .filter(([name, { probe }]) => spawnSync(name, probe, { stdio: 'ignore' }).status !== 0)
    .map(([name, { get }]) => `${name} is missing or incomplete. On Debian: ${get}`);
}

/** Runs a test and returns the exit code. Says what is missing without it. */
async function runSystemTest(name: string, options: readonly string[]): Promise<number> {
  const test = Object.hasOwn(SYSTEM_TESTS, name) ? SYSTEM_TESTS[name] : undefined;
  const run = await test?.load();
  const problems = test
    ? findMissingPrograms(test)
    : [`Usage: npm run test:system -- NAME [OPTIONS], with one of ${Object.keys(SYSTEM_TESTS).join(', ')}.`];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (!run || problems.length > 0) return 1;
  await ensureBuild();
  return await run(options);
}

if (import.meta.main) {
  const [name = '', ...options] = process.argv.slice(2);
  process.exitCode = await runSystemTest(name, options);
}
