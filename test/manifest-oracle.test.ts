import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesSource } from '#shared/packages/byte-source.ts';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { inspectPackage } from '#shared/packages/inspect.ts';
import { apk, element, flag, integer, type Parts } from '#test/support/resource-packages.ts';
import { GREEDY_TORCH, HARMLESS_TORCH, TORCH } from '#test/support/torch-app.ts';
import { ensureAapt } from '../scripts/aapt.ts';
import { askManifest, type StatedManifest } from './oracle/components.ts';

/*
 * Compares components, queries and permissions of manifests with what aapt2 prints: for our own fixtures and some packages
 * with every kind of component always, and for real packages when they are next to the repository.
 */

const FIXTURES = join(import.meta.dirname, 'fixtures/packages');
const CORPUS = join(import.meta.dirname, '../../shared/corpus');

const OLD: Parts = {
  sdk: { minSdkVersion: integer(9), targetSdkVersion: integer(16) },
  application: { permission: 'org.example.a.USE', allowBackup: flag(false) },
  others: [
    element('permission', { name: 'org.example.a.USE', protectionLevel: integer(2) }),
    element('queries', {}, [
      element('package', { name: 'com.bank' }),
      element('provider', { authorities: 'com.bank.data' }),
    ]),
  ],
  activities: [
    element('activity', { name: 'Plain' }),
    element('activity-alias', { name: '.Alias', targetActivity: '.Plain', exported: flag(true) }),
    element('provider', { name: '.Open', authorities: 'a' }),
    element('provider', {
      name: '.Closed',
      authorities: 'b',
      exported: flag(false),
      readPermission: 'a.READ',
    }),
    element('service', { name: 'org.other.Service' }, [
      element('intent-filter', {}, [element('action', { name: 'org.example.PLAY' })]),
    ]),
  ],
};

let folder = '';
beforeAll(async () => {
  ensureAapt();
  folder = await mkdtemp(join(tmpdir(), 'quayside-manifests-'));
  for (const [name, parts] of Object.entries({ TORCH, HARMLESS_TORCH, GREEDY_TORCH, OLD })) {
    await writeFile(join(folder, `${name}.apk`), apk(parts));
  }
});
afterAll(() => rm(folder, { recursive: true }));

function describeFacts(facts: AndroidFacts): StatedManifest {
  const { components = [], queries = [], declaredPermissions = [], backup } = facts;
  return {
    components: components
      .map(({ kind, name, exported, permission }) =>
        [kind, name, exported && 'exported', permission && `permission ${permission}`]
          .filter(Boolean)
          .join(' '),
      )
      .sort(),
    queries: queries
      .filter(({ kind }) => kind !== 'intent')
      .map(({ kind, name }) => `${kind} ${name}`)
      .sort(),
    declaredPermissions: declaredPermissions.map(({ name }) => name).sort(),
    allowBackup: backup?.allowed ?? false,
  };
}

/** Compares the packages in a folder that both can read. Returns their number, and that of their components. */
async function compareFolder(path: string): Promise<{ packages: number; components: number }> {
  const compared = { packages: 0, components: 0 };
  for (const name of readdirSync(path).filter((file) => file.endsWith('.apk'))) {
    const file = join(path, name);
    const { package: facts } = await inspectPackage(bytesSource(new Uint8Array(await readFile(file))));
    const stated = facts?.platform === 'android' ? await askManifest(file) : null;
    if (stated === null) continue;
    expect({ name, ...describeFacts(facts as AndroidFacts) }).toEqual({ name, ...stated });
    compared.packages += 1;
    compared.components += stated.components.length;
  }
  return compared;
}

test('reads the manifests of our own packages as aapt2 does', async () => {
  expect((await compareFolder(FIXTURES)).packages).toBeGreaterThan(10);
  expect(await compareFolder(folder)).toEqual({ packages: 4, components: 18 });
}, 60_000);

test('reads the manifests of real packages as aapt2 does', async () => {
  if (!existsSync(CORPUS)) return;
  expect((await compareFolder(join(CORPUS, 'apps'))).components).toBeGreaterThan(2);
  expect((await compareFolder(join(CORPUS, 'apksig'))).packages).toBeGreaterThan(100);
}, 120_000);
