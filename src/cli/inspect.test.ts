import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const LAUNCHER = fileURLToPath(new URL('./quayside.js', import.meta.url));
const packages = fileURLToPath(new URL('../../test/fixtures/packages/', import.meta.url));

function quayside(...args: string[]) {
  return runNode(MAIN, ...args);
}

function runNode(...args: string[]) {
  // Without that of a build server, for which the command writes annotations.
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: packages,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  return { status, stdout, stderr, lines: stdout.trim().split('\n') };
}

describe('quayside inspect --json', () => {
  test('prints one object for a valid package and exits with 0', () => {
    const { status, lines } = quayside('inspect', 'plain.apk', '--json');
    expect(status).toBe(0);
    expect(lines).toHaveLength(1);
    const printed = JSON.parse(lines[0] ?? '');
    expect(printed).toMatchObject({ schema: 1, command: 'inspect' });
    const [inspected] = printed.files;
    expect(Object.keys(inspected)).toEqual(['file', 'package', 'findings', 'signature']);
    expect(inspected).toMatchObject({
      package: { applicationId: 'org.example.harbour' },
      signature: { verified: true, schemes: { v1: false, v2: true, v3: true, v31: false } },
      findings: [],
    });
    expect(inspected.signature.signers[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  test('lists the files in order, including unreadable ones', () => {
    const files = ['unsigned.apk', 'missing.apk', '.', 'truncated.apk', 'harbour.ipa'];
    const { status, lines } = quayside('inspect', '--json', ...files);
    const printed: { file: string; package: { platform: string } | null; findings: { rule: string }[] }[] =
      JSON.parse(lines[0] ?? '').files;
    expect(printed.map(({ file }) => file)).toEqual(files);
    expect(printed.map((line) => line.package?.platform ?? null)).toEqual([
      'android',
      null,
      null,
      null,
      'ios',
    ]);
    expect(printed.slice(1, 4).every(({ findings }) => findings[0]?.rule === 'unreadable')).toBe(true);
    expect(status).toBe(2);
  });

  test('verifies the signature for the given SDK range', () => {
    const [line = ''] = quayside(
      'inspect',
      '--json',
      'plain.apk',
      '--min-sdk',
      '21',
      '--max-sdk',
      '23',
    ).lines;
    expect(JSON.parse(line).files[0].signature.verified).toBe(false);
  });

  test('compares with an earlier version', () => {
    const { status, lines } = quayside('inspect', '--json', 'other-signer.apk', '--against', 'plain.apk');
    expect(status).toBe(1);
    expect(JSON.parse(lines[0] ?? '').files[0].findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'version-code',
      'signer',
    ]);
    expect(quayside('inspect', '--json', 'next.apk', '--against', 'plain.apk').status).toBe(0);
  });
});

describe('quayside inspect', () => {
  test('prints a report without colours when output is not a terminal', () => {
    const { status, stdout } = quayside('inspect', 'debuggable.apk');
    expect(status).toBe(1);
    expect(stdout).toContain('Harbour (org.example.harbour)');
    expect(stdout).toContain('error The app can be debugged by anyone [debuggable]');
    expect(stdout).toContain('Fix: Build the release variant');
    expect(stdout).not.toContain('\u001B');
  });

  test.each([
    [['inspect'], 'Give at least one file'],
    [['inspect', '--min-sdk', 'x', 'plain.apk'], '--min-sdk takes a whole number from 1 to 999999, not "x"'],
    [['inspect', '--min-sdk', '30', '--max-sdk', '24', 'plain.apk'], '--min-sdk 30 is above --max-sdk 24'],
    [['inspect', '--sdk', '30', 'plain.apk'], "Unknown option '--sdk'"],
    [['inspect', 'plain.apk', '--against', 'truncated.apk'], '--against truncated.apk can’t be read'],
    [['inspect', 'plain.apk', '--format', 'xml'], '--format takes text, json, github or sarif'],
    [['examine'], 'There is no command "examine"'],
  ])('explains the error in %j', (args, message) => {
    const { status, stdout, stderr } = quayside(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  test.each([['help'], ['--help'], ['inspect', '--help', '--sdk'], ['publish', '--help']])(
    'exits with 0 for %s %s',
    (...args) => {
      expect(quayside(...args)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^quayside/) });
    },
  );

  test('prints annotations for GitHub, and SARIF', () => {
    const github = quayside('inspect', 'debuggable.apk', '--format', 'github');
    expect(github.lines[0]).toMatch(
      /^::error file=debuggable\.apk,title=The app can be debugged by anyone \[debuggable\]::/,
    );
    const sarif = JSON.parse(quayside('inspect', 'debuggable.apk', '--format=sarif').stdout);
    expect(sarif.runs[0].results[0]).toMatchObject({
      ruleId: 'debuggable',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'debuggable.apk' } } }],
    });
  });

  test('names the section of the store’s guide about a finding in every format', () => {
    const section = 'https://apps.example.org/hub/guide/rules.html#debuggable';
    const inspect = (...args: string[]) =>
      quayside('inspect', 'debuggable.apk', '--url', 'https://apps.example.org/hub', ...args).stdout;
    expect(inspect()).toContain(`    ${section}\n`);
    expect(inspect('--format=github')).toMatch(new RegExp(`^::error .* ${section}$`, 'm'));
    expect(JSON.parse(inspect('--json')).files[0].findings[0]).toMatchObject({ helpUrl: section });
    expect(JSON.parse(inspect('--format=sarif')).runs[0].tool.driver.rules[0]).toMatchObject({
      id: 'debuggable',
      helpUri: section,
    });
  });
});

test('completion prints a script that knows commands and options', () => {
  const { status, stdout } = quayside('completion', 'bash');
  expect(status).toBe(0);
  expect(stdout).toMatch(/publish\) words="--app .*--wait/);
  expect(stdout).toContain('listing) words="pull push --app');
  expect(stdout).toContain('complete -o default -F _quayside quayside');
  expect(quayside('completion', 'fish').stdout).toContain("__fish_seen_subcommand_from publish' -l app -r");
  expect(quayside('completion', 'fish').stdout).toContain("__fish_seen_subcommand_from release' -f -a halt");
  expect(quayside('completion', 'tcsh')).toMatchObject({ status: 2, stdout: '' });
});

describe('the launcher', () => {
  test('runs the command with the Node that called it', () => {
    expect(runNode(LAUNCHER, 'inspect', 'debuggable.apk').status).toBe(1);
  });

  test('uses the project’s own Node when the caller’s is too old for TypeScript', () => {
    const asOld = ['--no-experimental-strip-types', LAUNCHER];
    const { status, lines } = runNode(...asOld, 'inspect', '--json', 'plain.apk', 'missing.apk');
    expect(status).toBe(2);
    expect(JSON.parse(lines[0] ?? '').files.map(({ file }: { file: string }) => file)).toEqual([
      'plain.apk',
      'missing.apk',
    ]);
    expect(runNode(...asOld, 'inspect', 'plain.apk').status).toBe(0);
  });
});
