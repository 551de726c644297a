/** The compressions that responses have, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const;

/** The name of a compression in HTTP. */
export type Encoding = (typeof ENCODINGS)[number];

/** Bytes below which compression saves no packet. */
export const MIN_COMPRESSED = 1_000;

/** The quality of Brotli for what is compressed while the store runs: higher ones take several times as long for a tenth of the size. */
export const BROTLI_QUALITY = 5;

/** Characters of an `Accept-Encoding` that are read: browsers send fewer than 50. */
const MAX_HEADER = 500;

/**
 * Returns the compressions that a client accepts, in the order of `ENCODINGS`: those that it names without `q=0`, and
 * with `*` the others too. Without the header a client gets plain files, because simple programs send none.
 * @see RFC 9110, section 12.5.3
 */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const accepted = new Map<string, boolean>();
  for (const part of (header ?? '').slice(0, MAX_HEADER).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    accepted.set(name, !parameters.some((text) => /^q=0(\.0*)?$/.test(text)));
  }
  return ENCODINGS.filter((encoding) => accepted.get(encoding) ?? accepted.get('*') ?? false);
}

/** Returns the entity tag of a content with this hash: each compression has other bytes, so another tag. */
export function etagOf(hash: string, encoding?: Encoding): string {
  return `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`;
}
