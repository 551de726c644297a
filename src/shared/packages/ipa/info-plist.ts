import type { Finding } from '../finding.ts';
import { fileFinding } from '../rules/file-rules.ts';
import type { PlistDict, PlistValue } from './plist-value.ts';

/** Keys that hold a text. A value of another type is nothing for some programs, and its digits for others. */
const TEXTS = [
  'CFBundleIdentifier',
  'CFBundleVersion',
  'CFBundleShortVersionString',
  'CFBundleExecutable',
  'CFBundleDisplayName',
  'CFBundleName',
  'MinimumOSVersion',
];
/** Keys whose values decide what the app is. */
const DECISIVE: ReadonlySet<string> = new Set([
  ...TEXTS,
  'UIDeviceFamily',
  'NSExtension',
  'EXAppExtensionAttributes',
]);

/**
 * Returns what in an Info.plist can be read in two ways: texts of another type, and keys that have another value on some
 * devices, such as `CFBundleIdentifier~ipad`.
 * @see Apple, "Information Property List Key Reference", custom keys for platforms and devices
 */
export function ambiguousKeys(info: PlistDict, path: string): Finding[] {
  const types = TEXTS.filter((key) => info.has(key) && typeof info.get(key) !== 'string').map((key) =>
    fileFinding('ipa-ambiguous', { file: path, key, ...typeOf(info.get(key) ?? null) }),
  );
  const variants = [...info.keys()].flatMap((key) => {
    const [plain, suffix] = splitDeviceKey(key);
    const isOther = suffix !== '' && DECISIVE.has(plain) && !isSame(info.get(key), info.get(plain));
    return isOther ? [fileFinding('ipa-ambiguous', { found: 'byDevice', file: path, key, plain })] : [];
  });
  return [...types, ...variants];
}

/** Splits a key such as `CFBundleName-iphoneos~ipad` into `CFBundleName` and the platform or device that it is for. */
export function splitDeviceKey(key: string): [plain: string, suffix: string] {
  const [, plain = key, suffix = ''] = /^([A-Za-z0-9]+)([-~].*)$/s.exec(key) ?? [];
  return [plain, suffix];
}

function typeOf(value: PlistValue) {
  if (typeof value === 'number') return { found: 'number', value: String(value) } as const;
  if (typeof value === 'boolean') return { found: 'boolean', value: String(value) } as const;
  if (value instanceof Uint8Array) return { found: 'data' } as const;
  if (Array.isArray(value)) return { found: 'list' } as const;
  return { found: value === null ? 'empty' : 'dictionary' } as const;
}

function isSame(one: PlistValue | undefined, other: PlistValue | undefined): boolean {
  if (one instanceof Map && other instanceof Map) {
    return one.size === other.size && [...one].every(([key, value]) => isSame(value, other.get(key)));
  }
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
}
