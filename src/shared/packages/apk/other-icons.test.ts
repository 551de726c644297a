import { expect, test } from 'vitest';
import {
  apk,
  at,
  inspectParts,
  launcher,
  type Parts,
  SEVERAL_ICONS,
} from '#test/support/resource-packages.ts';
import { bytesSource } from '../byte-source.ts';
import { inspectPackage } from '../inspect.ts';

test('lists the pictures of later devices and of entries in the launcher, each once', async () => {
  const { facts, otherIcons } = await inspectParts(SEVERAL_ICONS);
  expect(facts?.otherIcons).toEqual([
    { entry: null, configuration: 'v31' },
    { entry: 'org.example.a.Night', configuration: 'default' },
  ]);
  const files = SEVERAL_ICONS.files ?? {};
  expect(otherIcons?.map(({ bytes }) => Buffer.from(bytes))).toEqual([
    files['res/later.png'],
    files['res/night.png'],
  ]);
});

test('lists none for an icon that differs only in its density', async () => {
  const same: Parts = { ...SEVERAL_ICONS, activities: [], types: SEVERAL_ICONS.types?.slice(0, 2) ?? [] };
  const { facts, otherIcons } = await inspectParts(same);
  expect([facts?.otherIcons, otherIcons]).toEqual([undefined, undefined]);
});

test('lists at most twelve', async () => {
  const files = SEVERAL_ICONS.files ?? {};
  const names = Array.from({ length: 20 }, (_, index) => `res/${index}.png`);
  const pictures = names.map((name, index) => {
    const bytes = Buffer.from(files['res/small.png'] ?? []);
    // The checksum of its end; nothing reads it.
    bytes.writeUInt8(index, bytes.length - 1);
    return [name, bytes] as const;
  });
  const many = apk({
    application: { icon: at(0) },
    activities: names.map((_, index) => launcher('activity', { name: `.A${index}`, icon: at(index) })),
    strings: names,
    types: [{ id: 1, entries: names.map((_, index) => index) }],
    files: Object.fromEntries(pictures),
  });
  const { package: facts, otherIcons } = await inspectPackage(bytesSource(many));
  expect(facts?.platform === 'android' && facts.otherIcons?.length).toBe(12);
  expect(otherIcons).toHaveLength(12);
});
