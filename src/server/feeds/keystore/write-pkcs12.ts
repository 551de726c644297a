import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { SHA_256 } from '../signing/algorithms.ts';
import {
  bmpString,
  context,
  integer,
  nothing,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from '../signing/der.ts';
import type { SigningKey } from '../signing/key.ts';
import { deriveChecksumKey } from './pbe.ts';

const DATA = objectIdentifier('1.2.840.113549.1.7.1');
const SHROUDED_KEY_BAG = objectIdentifier('1.2.840.113549.1.12.10.1.2');
const CERTIFICATE_BAG = objectIdentifier('1.2.840.113549.1.12.10.1.3');
const X509_CERTIFICATE = objectIdentifier('1.2.840.113549.1.9.22.1');
const FRIENDLY_NAME = objectIdentifier('1.2.840.113549.1.9.20');
const LOCAL_KEY_ID = objectIdentifier('1.2.840.113549.1.9.21');
const PBES2 = objectIdentifier('1.2.840.113549.1.5.13');
const PBKDF2 = objectIdentifier('1.2.840.113549.1.5.12');
const HMAC_SHA_256 = objectIdentifier('1.2.840.113549.2.9');
const AES_256_CBC = objectIdentifier('2.16.840.1.101.3.4.1.42');

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const IV_BYTES = 16;
/** Ten times the default of Java and far below its limit. */
const ITERATIONS = 100_000;

interface Pkcs12Options {
  readonly passphrase: string;
  readonly alias: string;
}

/**
 * Writes a key and its certificate as a PKCS #12 file that `keytool` of Java 8u301 and newer and OpenSSL read: the key
 * under AES-256, all of it under an HMAC. The certificate is public and stays readable.
 * @see RFC 7292, section 4
 */
export function writePkcs12(key: SigningKey, { passphrase, alias }: Pkcs12Options): Buffer {
  const attributes = Buffer.concat([
    sequence(FRIENDLY_NAME, setOf(bmpString(alias))),
    sequence(LOCAL_KEY_ID, setOf(octetString(createHash('sha1').update(key.certificate).digest()))),
  ]);
  const keyBag = sequence(SHROUDED_KEY_BAG, context(0, encryptKey(key, passphrase)), setOf(attributes));
  const certificate = sequence(X509_CERTIFICATE, context(0, octetString(key.certificate)));
  const certificateBag = sequence(CERTIFICATE_BAG, context(0, certificate), setOf(attributes));
  const safe = sequence(dataInfo(sequence(keyBag, certificateBag)));
  return sequence(integer(Buffer.of(3)), dataInfo(safe), macData(safe, passphrase));
}

function dataInfo(content: Buffer): Buffer {
  return sequence(DATA, context(0, octetString(content)));
}

/** Returns an EncryptedPrivateKeyInfo (RFC 5958, section 3) under PBES2. */
function encryptKey({ privateKey }: SigningKey, passphrase: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(
    'aes-256-cbc',
    pbkdf2Sync(passphrase, salt, ITERATIONS, KEY_BYTES, 'sha256'),
    iv,
  );
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const ciphertext = Buffer.concat([cipher.update(pkcs8), cipher.final()]);
  const derivation = sequence(
    PBKDF2,
    sequence(octetString(salt), integer(iterationBytes()), sequence(HMAC_SHA_256, nothing())),
  );
  const algorithm = sequence(PBES2, sequence(derivation, sequence(AES_256_CBC, octetString(iv))));
  return sequence(algorithm, octetString(ciphertext));
}

function macData(content: Buffer, passphrase: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const secret = { passphrase, digest: 'sha256', salt, iterations: ITERATIONS };
  const mac = createHmac('sha256', deriveChecksumKey(secret)).update(content).digest();
  return sequence(sequence(SHA_256, octetString(mac)), octetString(salt), integer(iterationBytes()));
}

function iterationBytes(): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(ITERATIONS);
  return bytes;
}
