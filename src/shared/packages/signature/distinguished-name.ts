import { decodeUtf8, decodeUtf16, toHex } from '../text.ts';
import { type DerElement, DerError, derChildren, expectTag, readOid, sequenceOf, TAG } from './der.ts';

/** An X.500 name for display and comparison. */
export interface DistinguishedName {
  /** RFC 4514 notation, most specific part first: `CN=Example, O=Example Org, C=US`. */
  text: string;
  /** Normalised form, the same for equivalent names regardless of string type, case and spacing. */
  canonical: string;
}

const KEYWORDS: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SURNAME',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'T',
  '2.5.4.42': 'GIVENNAME',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
  '1.2.840.113549.1.9.1': 'EMAILADDRESS',
};
/** UTF8String, NumericString, PrintableString, TeletexString, IA5String, VisibleString: decoded as UTF-8. */
const BYTE_STRINGS = new Set([12, 18, 19, 20, 22, 26]);
const UNIVERSAL_STRING = 28;
const BMP_STRING = 30;
/**
 * UTF8String and PrintableString are compared by their text, and so are these parts; all others by their
 * bytes.
 */
const COMPARED_STRINGS = new Set([12, 19]);
const COMPARED_PARTS = new Set(['C', 'CN', 'DC', 'L', 'O', 'OU', 'ST', 'STREET', 'UID']);

/**
 * Reads a Name.
 * @throws DerError when it is malformed.
 * @see RFC 5280, sections 4.1.2.4 and 7.1
 */
export function readName(element: DerElement | undefined): DistinguishedName {
  const parts = sequenceOf(element).map((set) =>
    derChildren(expectTag(set, TAG.set).content).map((attribute) => {
      const [type, value] = sequenceOf(attribute);
      const oid = readOid(type);
      if (!value) throw new DerError({ problem: 'namePart' });
      return { oid, value: stringValue(value), comparable: comparableValue(oid, value) };
    }),
  );
  const text = parts
    .toReversed()
    .map((part) => part.map(({ oid, value }) => `${KEYWORDS[oid] ?? oid}=${escapeValue(value)}`).join('+'))
    .join(', ');
  const canonical = parts.map((part) => part.map(({ oid, comparable }) => `${oid}=${comparable}`).toSorted());
  return { text, canonical: JSON.stringify(canonical) };
}

function stringValue({ tag, content, encoded }: DerElement): string {
  if (BYTE_STRINGS.has(tag)) return decodeUtf8(content);
  if (tag === BMP_STRING) return decodeUtf16(content, false);
  if (tag !== UNIVERSAL_STRING) return `#${toHex(encoded)}`;
  let text = '';
  for (let at = 0; at + 3 < content.length; at += 4) {
    const point = new DataView(content.buffer, content.byteOffset + at, 4).getUint32(0);
    text += point > 0x10ffff ? '\uFFFD' : String.fromCodePoint(point);
  }
  return text;
}

/** @see Java, X500Principal.equals: RFC 2253's canonical form */
function comparableValue(oid: string, value: DerElement): string {
  const text =
    value.tagClass === 0 && COMPARED_STRINGS.has(value.tag) && COMPARED_PARTS.has(KEYWORDS[oid] ?? '');
  return text ? foldValue(stringValue(value)) : `#${toHex(value.encoded)}`;
}

function foldValue(value: string): string {
  return value.normalize('NFKD').trim().replace(/\s+/g, ' ').toLowerCase();
}

function escapeValue(value: string): string {
  return value.replace(/[,+"\\<>;]/g, (character) => `\\${character}`);
}
