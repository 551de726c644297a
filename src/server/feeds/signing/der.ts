/** The ASN.1 types used in certificates and signatures, encoded by ITU-T X.690, section 10 (DER). */

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
const CONTEXT_CONSTRUCTED = 0xa0;

/** Encodes a SEQUENCE of encoded values. */
export function sequence(...members: readonly Uint8Array[]): Buffer {
  return encode(SEQUENCE, Buffer.concat(members));
}

/** Encodes a SET with a single member, or with members that are in DER order already. */
export function setOf(member: Uint8Array): Buffer {
  return encode(SET, member);
}

/** Encodes a context-specific constructed value `[tag]` around encoded content; tags below 31. */
export function context(tag: number, content: Uint8Array): Buffer {
  return encode(CONTEXT_CONSTRUCTED | tag, content);
}

/** Encodes a non-negative INTEGER from its big-endian bytes. */
export function integer(magnitude: Uint8Array): Buffer {
  const first = magnitude.findIndex((byte) => byte !== 0);
  const bytes = first < 0 ? Buffer.of(0) : magnitude.subarray(first);
  const looksNegative = (bytes[0] ?? 0) >= 0x80;
  return encode(INTEGER, looksNegative ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

/** Encodes a BIT STRING of whole bytes. */
export function bitString(bytes: Uint8Array): Buffer {
  return encode(BIT_STRING, Buffer.concat([Buffer.of(0), bytes]));
}

/** Encodes an OCTET STRING. */
export function octetString(bytes: Uint8Array): Buffer {
  return encode(OCTET_STRING, bytes);
}

/** Encodes NULL. */
export function encodeNull(): Buffer {
  return encode(NULL, Buffer.alloc(0));
}

/** Encodes a UTF8String. */
export function utf8String(text: string): Buffer {
  return encode(UTF8_STRING, Buffer.from(text));
}

/** Encodes an OBJECT IDENTIFIER from its dotted form, such as `1.2.840.113549.1.7.2`. */
export function objectIdentifier(dotted: string): Buffer {
  const [root = 0, second = 0, ...arcs] = dotted.split('.').map(Number);
  return encode(OBJECT_IDENTIFIER, Buffer.from([root * 40 + second, ...arcs].flatMap(base128)));
}

/**
 * Encodes a certificate's validity time to the second: UTCTime through 2049, then GeneralizedTime (RFC 5280,
 * 4.1.2.5).
 */
export function derTime(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  return date.getUTCFullYear() < 2050
    ? encode(UTC_TIME, Buffer.from(digits.slice(2)))
    : encode(GENERALIZED_TIME, Buffer.from(digits));
}

function encode(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(tag, ...lengthBytes(content.length)), content]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(arc: number): number[] {
  const bytes = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(0x80 | (rest % 128));
  }
  return bytes;
}
