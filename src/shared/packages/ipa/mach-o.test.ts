import { describe, expect, test } from 'vitest';
import { machCommands, machSlices, signatureEntitlements } from './mach-o.ts';

function words(order: 'big' | 'little', ...values: number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => view.setUint32(index * 4, value, order === 'little'));
  return bytes;
}

const ARM64 = 0x0100000c;

describe('slices', () => {
  test('of a program for one architecture', () => {
    expect(machSlices(words('little', 0xfeedfacf, ARM64))).toEqual([{ architecture: 'arm64', offset: 0 }]);
    expect(machSlices(words('little', 0xfeedface, 12))).toEqual([{ architecture: 'armv7', offset: 0 }]);
  });

  test('of a program for several architectures', () => {
    const fat = words('big', 0xcafebabe, 2, 12, 9, 0x4000, 100, 14, ARM64, 0, 0x8000, 100, 14);
    expect(machSlices(fat)).toEqual([
      { architecture: 'armv7', offset: 0x4000 },
      { architecture: 'arm64', offset: 0x8000 },
    ]);
  });

  test('are limited by the file size', () => {
    expect(machSlices(words('big', 0xcafebabe, 0xffffffff, ARM64, 0, 0x4000, 1, 14))).toHaveLength(1);
    expect(machSlices(new Uint8Array(3))).toEqual([]);
    expect(machSlices(new Uint8Array(100))).toEqual([]);
  });
});

describe('load commands', () => {
  const header = [0xfeedfacf, ARM64, 0, 2, 2, 40, 0, 0];

  test('contain the position of the signature and the encryption flag', () => {
    const commands = words('little', ...header, 0x2c, 24, 0x4000, 0x1000, 1, 0, 0x1d, 16, 0x9000, 0x300);
    expect(machCommands(commands)).toEqual({ encrypted: true, signature: { offset: 0x9000, size: 0x300 } });
  });

  test('are rejected when they are truncated', () => {
    expect(() => machCommands(words('little', ...header, 0x1d, 16))).toThrow(RangeError);
  });

  test('end at a command of size zero', () => {
    const stuck = words('little', ...header.with(4, 0xffffffff), 0, 0);
    expect(() => machCommands(stuck)).toThrow(RangeError);
  });
});

test('reads entitlements from the code signature', () => {
  const text = Buffer.from('<plist/>');
  const blob = [...words('big', 0xfade7171, 8 + text.length), ...text];
  const signature = Uint8Array.from([...words('big', 0xfade0cc0, 0, 1, 5, 20), ...blob]);
  expect(signatureEntitlements(signature)).toEqual(new Uint8Array(text));
  expect(signatureEntitlements(words('big', 0xfade0cc0, 0, 0))).toBeNull();
  expect(signatureEntitlements(words('big', 1, 2, 3))).toBeNull();
});
