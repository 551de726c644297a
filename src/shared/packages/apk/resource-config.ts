/** The parts of a resource's configuration that matter for choosing a label or an icon. */
export interface ResourceConfig {
  /** BCP 47 tag such as `pt-BR` or `sr-Latn`; empty when it applies to every locale. */
  locale: string;
  /** Dots per inch; 0 when unspecified, 0xfffe for any density (vector), 0xffff for none. */
  density: number;
  /**
   * True when anything besides locale, density and platform version restricts it, such as night mode or
   * landscape.
   */
  special: boolean;
}

const LOCALE = 8;
const DENSITY = 14;
const SCRIPT = 36;
const VARIANT = 40;
/**
 * Offsets of the 32-bit words that count as special: SIM card, orientation and touch, input, screen size,
 * mode, width and height.
 */
const SPECIAL_WORDS = [4, 16, 20, 28, 32];

/**
 * Reads the ResTable_config at `at`. Older files contain only its first fields.
 * @see AOSP ResourceTypes.h, ResTable_config
 */
export function readResourceConfig(view: DataView, at: number): ResourceConfig {
  const size = view.getUint32(at, true);
  const byte = (offset: number) => (offset < size ? view.getUint8(at + offset) : 0);
  const ascii = (offset: number, length: number) =>
    Array.from({ length }, (_, index) => byte(offset + index))
      .filter((code) => code > 0x20 && code < 0x7f)
      .map((code) => String.fromCharCode(code))
      .join('');
  const subtags = [
    languageOrRegion(byte(LOCALE), byte(LOCALE + 1), 'a'),
    ascii(SCRIPT, 4),
    languageOrRegion(byte(LOCALE + 2), byte(LOCALE + 3), '0'),
    ascii(VARIANT, 8),
  ];
  const word = (offset: number) => byte(offset) | byte(offset + 1) | byte(offset + 2) | byte(offset + 3);
  return {
    locale: subtags[0] ? subtags.filter((subtag) => subtag !== '').join('-') : '',
    density: byte(DENSITY) | (byte(DENSITY + 1) << 8),
    special: SPECIAL_WORDS.some((offset) => word(offset) !== 0) || byte(12) !== 0 || byte(13) !== 0,
  };
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
