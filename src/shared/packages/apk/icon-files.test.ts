import { describe, expect, test } from 'vitest';
import { binaryXml, type TestType } from '#test/support/resource-files.ts';
import {
  apk,
  at,
  element,
  factsOf,
  type Parts,
  sensitiveChanges,
  type Value,
} from '#test/support/resource-packages.ts';
import { bytesSource } from '../byte-source.ts';
import { compareVersions } from '../changes.ts';
import { packageFactsSchema } from '../facts.ts';
import { inspectPackage } from '../inspect.ts';

describe('the icon', () => {
  const strings = ['res/a.png', 'res/b.png', 'res/icon.xml', 'res/c.png'];
  const drawable = (reference: Value) =>
    binaryXml(element('adaptive-icon', {}, [element('foreground', { drawable: reference })]));
  const files = {
    'res/a.png': Uint8Array.of(1),
    'res/b.png': Uint8Array.of(2),
    'res/c.png': Uint8Array.of(3),
    'res/icon.xml': drawable(at(1)),
  };
  const withIcon = (...types: TestType[]): Parts => ({ application: { icon: at(0) }, strings, types, files });
  const plain = withIcon({ id: 1, config: { density: 160 }, entries: [0, 1] });

  test('has a digest that doesn’t depend on names and numbers', async () => {
    const moved: Parts = {
      application: { icon: at(5) },
      strings: ['x', 'res/z.png'],
      types: [{ id: 1, config: { density: 160 }, entries: [null, null, null, null, null, 1] }],
      files: { 'res/z.png': Uint8Array.of(1) },
    };
    expect((await factsOf(moved)).iconFilesSha256).toBe((await factsOf(plain)).iconFilesSha256);
  });

  test.each<[string, Parts]>([
    [
      'one platform version',
      withIcon(
        { id: 1, config: { density: 160 }, entries: [0, 1] },
        { id: 1, config: { sdk: 26 }, entries: [1] },
      ),
    ],
    [
      'one density',
      withIcon(
        { id: 1, config: { density: 160 }, entries: [0, 1] },
        { id: 1, config: { density: 640 }, entries: [3] },
      ),
    ],
    ['round icons', { ...plain, application: { icon: at(0), roundIcon: at(1) } }],
  ])('that differs only for %s is a changed icon', async (_, parts) => {
    expect(await sensitiveChanges(plain, parts)).toEqual(['iconFilesSha256']);
  });

  test('that differs only inside of an adaptive icon is a changed icon', async () => {
    const types: TestType[] = [{ id: 1, entries: [2, 1, 3] }];
    const other = { ...withIcon(...types), files: { ...files, 'res/icon.xml': drawable(at(2)) } };
    expect(await sensitiveChanges(withIcon(...types), other)).toEqual(['iconFilesSha256']);
    const coloured = {
      ...withIcon(...types),
      files: { ...files, 'res/icon.xml': drawable({ type: 0x1c, data: 0xff00ff00 }) },
    };
    expect(await sensitiveChanges(withIcon(...types), coloured)).toEqual(['iconFilesSha256']);
    const painted = { ...withIcon(...types), files: { ...files, 'res/b.png': Uint8Array.of(9) } };
    expect(await sensitiveChanges(withIcon(...types), painted)).toEqual(['iconFilesSha256']);
  });

  test('is not compared with a version that was inspected before', async () => {
    const { iconFilesSha256: _, launchers: __, labelVariants: ___, ...old } = await factsOf(plain);
    const signature = {
      verified: false,
      schemes: { v1: false, v2: false, v3: false, v31: false },
      signers: [],
      certificates: [],
      lineage: [],
    };
    expect(packageFactsSchema.parse(old)).toEqual(old);
    expect(
      compareVersions({ package: old, signature }, { package: await factsOf(plain), signature }),
    ).toEqual([]);
  });

  test('with a file that can’t be read is an error', async () => {
    const bytes = Buffer.from(apk(plain));
    const path = bytes.indexOf('res/a.png');
    bytes[path + 'res/a.png'.length] = 7;
    const { findings } = await inspectPackage(bytesSource(bytes));
    expect(findings.filter(({ rule }) => rule === 'icon-files')).toMatchObject([
      { severity: 'error', values: { file: 'res/a.png' } },
    ]);
  });

  test('that contains itself has a digest', async () => {
    const circle = { ...withIcon({ id: 1, entries: [2] }), files: { 'res/icon.xml': drawable(at(0)) } };
    expect((await factsOf(circle)).iconFilesSha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
