import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { binaryXml } from '#test/support/resource-files.ts';
import { bytesSource } from '../byte-source.ts';
import { PackageError } from '../finding.ts';
import { describeFinding } from '../rules/catalogue.ts';
import { readZip } from '../zip.ts';
import { readApk } from './read-apk.ts';

const MIN_SDK = 0x0101020c;
const TARGET_SDK = 0x01010270;
const NAME = 0x01010003;
const integer = (data: number) => ({ type: 0x10, data });

async function read(files: Record<string, Uint8Array>, level: 0 | 9 = 0) {
  const source = bytesSource(zipSync(files, { level }));
  return readApk(source, await readZip(source));
}

function manifest(
  children: Parameters<typeof binaryXml>[0]['children'],
  attributes: { name: string; id: number; data: number }[] = [],
) {
  const numbers = attributes.map(({ name, id, data }) => ({ name, id, value: integer(data) }));
  const root = {
    name: 'manifest',
    attributes: [...numbers, { name: 'package', value: 'org.example.a' }],
    children,
  };
  return { 'AndroidManifest.xml': binaryXml(root) };
}

test('includes the upper half of a version code', async () => {
  const halves = [
    { name: 'versionCode', id: 0x0101021b, data: 7 },
    { name: 'versionCodeMajor', id: 0x01010576, data: 2 },
  ];
  expect((await read(manifest([], halves))).facts.versionCode).toBe(2 * 2 ** 32 + 7);
});

test('uses the highest minimum of several uses-sdk with an error, and 1 without any', async () => {
  const uses = [30, 21].map((data) => ({
    name: 'uses-sdk',
    attributes: [{ name: 'minSdkVersion', id: MIN_SDK, value: integer(data) }],
  }));
  const several = await read(manifest(uses));
  expect(several.facts).toMatchObject({ minSdk: 30, targetSdk: 30 });
  expect(several.findings).toMatchObject([{ rule: 'manifest-ambiguous', severity: 'error' }]);
  expect((await read(manifest([]))).facts).toMatchObject({ minSdk: 1, targetSdk: 1, label: 'org.example.a' });
});

test('treats a preview as the release it became, with an error', async () => {
  const uses = {
    name: 'uses-sdk',
    attributes: [{ name: 'targetSdkVersion', id: TARGET_SDK, value: 'Tiramisu' }],
  };
  const { facts, findings } = await read(manifest([uses]));
  expect(facts.targetSdk).toBe(33);
  expect(findings).toMatchObject([{ rule: 'manifest-ambiguous', severity: 'error' }]);
});

test('reports a damaged resource table and falls back to the application id', async () => {
  const files = unzipSync(readFixture('unsigned.apk'));
  const table = files['resources.arsc'] ?? new Uint8Array();
  const { facts, icon, findings } = await read({ ...files, 'resources.arsc': table.slice(0, 900) });
  expect(facts.label).toBe('org.example.harbour');
  expect(icon).toBeNull();
  expect(findings).toMatchObject([{ rule: 'resources', severity: 'error' }]);
});

test('reports a compressed resource table when the target requires a stored one', async () => {
  const { findings } = await read(unzipSync(readFixture('unsigned.apk')), 9);
  expect(findings).toMatchObject([{ rule: 'resources-placement', values: { found: 'compressed' } }]);
  expect((await read(unzipSync(readFixture('v1-only.apk')), 9)).findings).toEqual([]);
});

test('rejects a manifest without application id', async () => {
  await expect(read({ 'AndroidManifest.xml': binaryXml({ name: 'manifest' }) })).rejects.toThrow(
    PackageError,
  );
  await expect(read({ 'AndroidManifest.xml': binaryXml({ name: 'resources' }) })).rejects.toThrow(
    /"resources"/,
  );
});

test('truncates too many permissions and too long names, with an error', async () => {
  const many = Array.from({ length: 502 }, (_, index) => ({
    name: 'uses-permission',
    attributes: [{ name: 'name', id: NAME, value: `p${index}${'x'.repeat(300)}` }],
  }));
  const { facts, findings } = await read(manifest(many));
  expect(facts.permissions).toHaveLength(500);
  expect(new Set(facts.permissions.map(({ name }) => name.length))).toEqual(new Set([255]));
  expect(findings.map(describeFinding)).toMatchObject([
    {
      rule: 'too-much',
      severity: 'error',
      evidence: 'Permissions: 502; only 500 are kept; Name of a permission: 302; only 255 are kept.',
    },
  ]);
});
