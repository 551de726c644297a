import { createHash, createPrivateKey, timingSafeEqual } from 'node:crypto';
import { readDer, readOid, sequenceOf } from '#shared/packages/signature/der.ts';
import { type KeystoreEntry, KeystoreError, WRONG_PASSPHRASE } from './keystore.ts';
import { readOctets } from './pbe.ts';

/** The first bytes of every JKS file. */
export const JKS_MAGIC = Buffer.from('feedfeed', 'hex');
const DIGEST_BYTES = 20;
const PRIVATE_KEY = 1;
const TRUSTED_CERTIFICATE = 2;
const MAX_ENTRIES = 1_000;
const MAX_CHAIN = 100;
/** Hashed between passphrase and content. */
const WHITENER = 'Mighty Aphrodite';
const KEY_PROTECTOR = '1.3.6.1.4.1.42.2.17.1.1';

/**
 * Reads the private keys of a keystore in Java's old format. Throws `KeystoreError` or, for damaged structures, `DerError`
 * or `RangeError`.
 * @see OpenJDK, `sun.security.provider.JavaKeyStore` and `KeyProtector`, which document format and protection
 */
export function readJks(bytes: Buffer, passphrase: string, keyPassphrase = passphrase): KeystoreEntry[] {
  const content = bytes.subarray(0, -DIGEST_BYTES);
  const expected = bytes.subarray(-DIGEST_BYTES);
  const actual = sha1(passwordBytes(passphrase), Buffer.from(WHITENER), content);
  if (expected.length !== DIGEST_BYTES || !timingSafeEqual(actual, expected)) {
    throw new KeystoreError(WRONG_PASSPHRASE);
  }
  const reader = new JksReader(content);
  const version = reader.int();
  const count = reader.int();
  if ((version !== 1 && version !== 2) || count > MAX_ENTRIES) throw damaged();
  return Array.from({ length: count }, () => readEntry(reader, version, keyPassphrase)).filter(
    (entry) => entry !== null,
  );
}

function readEntry(reader: JksReader, version: number, passphrase: string): KeystoreEntry | null {
  const kind = reader.int();
  const alias = reader.text();
  reader.skip(8); // Its creation time.
  if (kind === TRUSTED_CERTIFICATE) {
    reader.certificate(version);
    return null;
  }
  if (kind !== PRIVATE_KEY) throw damaged();
  const encrypted = reader.bytes();
  const count = reader.int();
  if (count > MAX_CHAIN) throw damaged();
  const certificates = Array.from({ length: count }, () => reader.certificate(version));
  const key = unlockKey(encrypted, passphrase);
  return {
    alias,
    privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    certificates,
  };
}

/** Removes Java's own protection of a key: a stream of SHA-1 hashes of passphrase and salt, and a checksum. */
function unlockKey(encrypted: Buffer, passphrase: string): Buffer {
  const [algorithm, ciphertext] = sequenceOf(readDer(encrypted));
  if (readOid(sequenceOf(algorithm)[0]) !== KEY_PROTECTOR) throw damaged();
  const data = readOctets(ciphertext);
  const password = passwordBytes(passphrase);
  const protectedKey = data.subarray(DIGEST_BYTES, -DIGEST_BYTES);
  const key = Buffer.alloc(protectedKey.length);
  let hash = data.subarray(0, DIGEST_BYTES);
  for (let at = 0; at < key.length; at += DIGEST_BYTES) {
    hash = sha1(password, hash);
    for (let index = at; index < Math.min(at + DIGEST_BYTES, key.length); index++) {
      key[index] = (protectedKey[index] ?? 0) ^ (hash[index - at] ?? 0);
    }
  }
  if (data.length < 2 * DIGEST_BYTES || !timingSafeEqual(sha1(password, key), data.subarray(-DIGEST_BYTES))) {
    throw new KeystoreError(
      'The key has a passphrase of its own, which is another one. Set KEY_PASSPHRASE to it.',
    );
  }
  return key;
}

/** Reads values as Java's `DataOutputStream` writes them. */
class JksReader {
  readonly #content: Buffer;
  #at = JKS_MAGIC.length;

  constructor(content: Buffer) {
    this.#content = content;
  }

  int(): number {
    return this.skip(4).readUInt32BE();
  }

  /** Reads bytes with their length before them. */
  bytes(): Buffer {
    return this.skip(this.int());
  }

  /** Reads a short text. Names outside of ASCII differ from UTF-8 only in NUL and surrogates. */
  text(): string {
    return this.skip(this.skip(2).readUInt16BE()).toString();
  }

  /** Reads a certificate; those of version 1 have no type. */
  certificate(version: number): Buffer {
    if (version === 2) this.text();
    return this.bytes();
  }

  skip(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#content.length) throw damaged();
    const piece = this.#content.subarray(this.#at, end);
    this.#at = end;
    return piece;
  }
}

/** Returns a passphrase in UTF-16, big-endian. */
function passwordBytes(passphrase: string): Buffer {
  return Buffer.from(passphrase, 'utf16le').swap16();
}

function sha1(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function damaged(): KeystoreError {
  return new KeystoreError('The keystore is damaged: it ends early or isn’t a keystore.');
}
