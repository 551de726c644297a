import { toHex } from '../text.ts';

/** A resource's configuration: the devices that it is for. */
export interface ResourceConfig {
  /** BCP 47 tag such as `pt-BR` or `sr-Latn`; empty when it applies to every locale. */
  locale: string;
  /** Dots per inch; 0 when unspecified, 0xfffe for any density (vector), 0xffff for none. */
  density: number;
  /** The first platform version that it is for; 0 for all. */
  sdkVersion: number;
  /** Everything besides locale and platform version, such as `night-320dpi`; empty when nothing restricts it. */
  qualifiers: string;
  /**
   * True when anything besides locale, density and platform version restricts it, such as night mode or
   * landscape.
   */
  special: boolean;
  /** Tells it from all other configurations. */
  id: string;
}

const LOCALE = 8;
const DENSITY = 14;
const SDK_VERSION = 24;
const SCRIPT = 36;
const VARIANT = 40;
/** Size of the structure in current releases, which ignore what follows. */
const KNOWN_SIZE = 64;
const HEADER_SIZE = 4;
const ANY_DENSITY = 0xfffe;
const NO_DENSITY = 0xffff;

/** The other fields by name, with their offset and length in bytes. */
const FIELDS = [
  ['mcc', 4, 2],
  ['mnc', 6, 2],
  ['orientation', 12, 1],
  ['touchscreen', 13, 1],
  ['keyboard', 16, 1],
  ['navigation', 17, 1],
  ['keys', 18, 1],
  ['gender', 19, 1],
  ['width', 20, 2],
  ['height', 22, 2],
  ['minor', 26, 2],
  ['layout', 28, 1],
  ['ui', 29, 1],
  ['sw', 30, 2],
  ['w', 32, 2],
  ['h', 34, 2],
  ['shape', 48, 1],
  ['color', 49, 1],
  ['numbers', 53, 2],
] as const;
/** Android's own names of common values. */
const NAMES: Readonly<Record<string, string>> = {
  orientation1: 'port',
  orientation2: 'land',
  ui16: 'notnight',
  ui32: 'night',
  ui3: 'car',
  ui4: 'television',
  ui6: 'watch',
};

/**
 * Reads the ResTable_config at `at`. Older files contain only its first fields.
 * @see AOSP ResourceTypes.h, ResTable_config
 */
export function readResourceConfig(view: DataView, at: number): ResourceConfig {
  const size = view.getUint32(at, true);
  const bytes = Uint8Array.from({ length: KNOWN_SIZE }, (_, offset) =>
    offset >= HEADER_SIZE && offset < size ? view.getUint8(at + offset) : 0,
  );
  const byte = (offset: number) => bytes[offset] ?? 0;
  const half = (offset: number) => byte(offset) | (byte(offset + 1) << 8);
  const density = half(DENSITY);
  const others = FIELDS.flatMap(([name, offset, length]) => {
    const value = length === 1 ? byte(offset) : half(offset);
    return value === 0 ? [] : [NAMES[`${name}${value}`] ?? `${name}${value}`];
  });
  return {
    locale: localeOf(bytes),
    density,
    sdkVersion: half(SDK_VERSION),
    qualifiers: [...others, ...(density === 0 ? [] : [densityName(density)])].join('-'),
    special: others.length > 0,
    id: toHex(bytes),
  };
}

function densityName(density: number): string {
  if (density === ANY_DENSITY) return 'anydpi';
  return density === NO_DENSITY ? 'nodpi' : `${density}dpi`;
}

/** Returns the BCP 47 tag; `und` stands for any language of a region. */
function localeOf(bytes: Uint8Array): string {
  const byte = (offset: number) => bytes[offset] ?? 0;
  const ascii = (offset: number, length: number) =>
    [...bytes.subarray(offset, offset + length)]
      .filter((code) => code > 0x20 && code < 0x7f)
      .map((code) => String.fromCharCode(code))
      .join('');
  const [language, ...subtags] = [
    languageOrRegion(byte(LOCALE), byte(LOCALE + 1), 'a'),
    ascii(SCRIPT, 4),
    languageOrRegion(byte(LOCALE + 2), byte(LOCALE + 3), '0'),
    ascii(VARIANT, 8),
  ];
  const given = subtags.filter((subtag) => subtag !== '');
  if (!language && given.length === 0) return '';
  return [language || 'und', ...given].join('-');
}

/**
 * Decodes a language or region: two letters, or three letters packed into fifteen bits relative to `base`.
 */
function languageOrRegion(first: number, second: number, base: string): string {
  if (first === 0) return '';
  if (!(first & 0x80)) return String.fromCharCode(first, second);
  const from = base.charCodeAt(0);
  return String.fromCharCode(
    from + (second & 0x1f),
    from + (((second & 0xe0) >> 5) | ((first & 0x03) << 3)),
    from + ((first & 0x7c) >> 2),
  );
}
