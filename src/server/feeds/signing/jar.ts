import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import type { SigningKey } from './key.ts';
import { signDetached } from './signed-data.ts';

const CREATED_BY = 'Quayside';
/** A line has at most 72 bytes; one of them begins a continuation. */
const LINE_BYTES = 71;

/** The content of a signed JAR. */
export interface JarContent {
  /** Bytes by name; names are ASCII. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Modification time of the archive's members. */
  readonly modifiedAt: Date;
}

/** The members of a JAR that hold its signature, by name. */
export type SignatureMembers = Readonly<Record<string, Uint8Array>>;

/**
 * Signs a JAR with the v1 scheme: the manifest contains each file's SHA-256, the signature file the
 * manifest's, and the signature block signs that.
 * @see docs.oracle.com, "JAR File Specification", sections "JAR Manifest" and "Signed JAR File"
 */
export function signJar({ files, modifiedAt }: JarContent, key: SigningKey): Uint8Array {
  const digests = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]));
  return zipSync({ ...signDigests(digests, key), ...files }, { mtime: modifiedAt });
}

/** Signs files of a JAR by their SHA-256 in Base64, given by name. */
export function signDigests(digests: Readonly<Record<string, string>>, key: SigningKey): SignatureMembers {
  const sections = Object.entries(digests).map(([name, digest]) => ({
    name,
    text: digestSection(name, digest),
  }));
  const manifest = strToU8(
    section({ 'Manifest-Version': '1.0', 'Created-By': CREATED_BY }) +
      sections.map(({ text }) => text).join(''),
  );
  const signatureFile = strToU8(
    section({
      'Signature-Version': '1.0',
      'Created-By': CREATED_BY,
      'SHA-256-Digest-Manifest': sha256(manifest),
    }) + sections.map(({ name, text }) => digestSection(name, sha256(strToU8(text)))).join(''),
  );
  const block = key.privateKey.asymmetricKeyType === 'ec' ? 'EC' : 'RSA';
  return {
    'META-INF/MANIFEST.MF': manifest,
    'META-INF/QUAYSIDE.SF': signatureFile,
    [`META-INF/QUAYSIDE.${block}`]: signDetached(signatureFile, key),
  };
}

function digestSection(name: string, digest: string): string {
  return section({ Name: name, 'SHA-256-Digest': digest });
}

function section(attributes: Record<string, string>): string {
  const lines = Object.entries(attributes).map(([name, value]) => `${wrap(`${name}: ${value}`)}\r\n`);
  return `${lines.join('')}\r\n`;
}

function wrap(line: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < line.length; at += LINE_BYTES) pieces.push(line.slice(at, at + LINE_BYTES));
  return pieces.join('\r\n ');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
