import {
  type DerElement,
  DerError,
  derChildren,
  expectTag,
  readDer,
  readInteger,
  readOid,
  sequenceOf,
  TAG,
} from './der.ts';
import { bitLength, bytesToNumber } from './numbers.ts';

/** Larger numbers are rejected before any computation; Java and BoringSSL have the same limit. */
const MAX_NUMBER_BYTES = 16384 / 8 + 1;

export type CurveName = 'P-256' | 'P-384' | 'P-521';

export type PublicKey =
  | { kind: 'RSA'; modulus: bigint; exponent: bigint }
  | { kind: 'DSA'; p: bigint; q: bigint; g: bigint; y: bigint }
  | { kind: 'EC'; curve: CurveName; point: Uint8Array }
  /** A key that Android does not verify with; `name` is its object identifier. */
  | { kind: 'other'; name: string };

const RSA_ENCRYPTION = '1.2.840.113549.1.1.1';

const CURVES: Record<string, CurveName> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
};

/**
 * Reads a SubjectPublicKeyInfo.
 * @throws DerError when it is malformed.
 * @see RFC 3279, section 2.3 and RFC 5480, section 2
 */
export function readPublicKey(encoded: Uint8Array): PublicKey {
  const [algorithm, subjectPublicKey] = sequenceOf(readDer(encoded));
  const [oidElement, parameters] = sequenceOf(algorithm);
  const oid = readOid(oidElement);
  const key = bitStringBytes(subjectPublicKey);
  if (oid === RSA_ENCRYPTION) return rsaKey(key);
  if (oid === '1.2.840.10040.4.1') return dsaKey(key, parameters);
  if (oid !== '1.2.840.10045.2.1') return { kind: 'other', name: oid };
  const curve = CURVES[readOid(parameters)];
  return curve ? { kind: 'EC', curve, point: key } : { kind: 'other', name: `EC ${readOid(parameters)}` };
}

/** Returns the algorithm's name and the key size in bits. */
export function describeKey(key: PublicKey): { keyAlgorithm: string; keySize?: number } {
  switch (key.kind) {
    case 'RSA':
      return { keyAlgorithm: 'RSA', keySize: bitLength(key.modulus) };
    case 'DSA':
      return { keyAlgorithm: 'DSA', keySize: bitLength(key.p) };
    case 'EC':
      return { keyAlgorithm: 'EC', keySize: Number(key.curve.slice(2)) };
    case 'other':
      return { keyAlgorithm: key.name };
  }
}

/**
 * Returns the bytes of a BIT STRING of whole bytes.
 * @throws DerError when it is not one.
 */
function bitStringBytes(element: DerElement | undefined): Uint8Array {
  const { content } = expectTag(element, TAG.bitString);
  if (content[0] !== 0) throw new DerError({ problem: 'unusedBits' });
  return content.subarray(1);
}

function rsaKey(bytes: Uint8Array): PublicKey {
  const numbers = sequenceOf(readDer(bytes));
  if (numbers.length !== 2) throw new DerError({ problem: 'notRsaKey' });
  // Some tools omitted the leading zero byte, which makes the modulus negative: read it as a positive number.
  return { kind: 'RSA', modulus: keyNumber(numbers[0]), exponent: keyNumber(numbers[1]) };
}

function dsaKey(bytes: Uint8Array, parameters: DerElement | undefined): PublicKey {
  const [p, q, g] = sequenceOf(parameters);
  return { kind: 'DSA', p: keyNumber(p), q: keyNumber(q), g: keyNumber(g), y: keyNumber(readDer(bytes)) };
}

function keyNumber(element: DerElement | undefined): bigint {
  const { content } = expectTag(element, TAG.integer);
  if (content.length === 0 || content.length > MAX_NUMBER_BYTES) throw new DerError({ problem: 'keyNumber' });
  return bytesToNumber(content);
}

/**
 * Reads the two INTEGERs of a DSA or ECDSA signature.
 * @throws DerError when it is malformed.
 */
export function readSignaturePair(signature: Uint8Array): [bigint, bigint] {
  const numbers = derChildren(expectTag(readDer(signature), TAG.sequence).content);
  if (numbers.length !== 2 || numbers.some((number) => number.content.length > MAX_NUMBER_BYTES)) {
    throw new DerError({ problem: 'notPair' });
  }
  return [readInteger(numbers[0]), readInteger(numbers[1])];
}

/**
 * Normalises a key info for comparison: adds the leading zero byte that an RSA modulus may lack.
 * @see AOSP apksig, ApkSigningBlockUtils.encodePublicKey
 * @throws DerError when it is malformed.
 */
export function comparableKeyInfo(keyInfo: Uint8Array): Uint8Array {
  const [algorithm, subjectPublicKey] = sequenceOf(readDer(keyInfo));
  if (!algorithm || readOid(sequenceOf(algorithm)[0]) !== RSA_ENCRYPTION) return keyInfo;
  const [modulus, exponent] = sequenceOf(readDer(bitStringBytes(subjectPublicKey)));
  if (!modulus || !exponent || ((modulus.content[0] ?? 0) & 0x80) === 0) return keyInfo;
  const key = encode(0x30, [encode(0x02, [Uint8Array.of(0), modulus.content]), exponent.encoded]);
  return encode(0x30, [algorithm.encoded, encode(0x03, [Uint8Array.of(0), key])]);
}

function encode(tag: number, contents: Uint8Array[]): Uint8Array {
  const content = contents.flatMap((part) => [...part]);
  const length: number[] = [];
  for (let rest = content.length; rest > 0; rest >>= 8) length.unshift(rest & 0xff);
  const header = content.length < 0x80 ? [content.length] : [0x80 | length.length, ...length];
  return Uint8Array.from([tag, ...header, ...content]);
}
