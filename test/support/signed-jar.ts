import { createHash, verify, X509Certificate } from 'node:crypto';
import { unzipSync } from 'fflate';
import { derChildren, readDer, sequenceOf } from '#shared/packages/signature/der.ts';

/** The content of a JAR whose signature is valid. */
export interface SignedFile {
  readonly content: string;
  /** SHA-256 of the signer's certificate in upper-case hexadecimal. */
  readonly fingerprint: string;
}

/**
 * Verifies a JAR with one file, signed by one certificate with the v1 scheme, as store clients do. Throws when a digest or
 * the signature is wrong.
 */
export function readSignedJar(jar: Uint8Array, name: string): SignedFile {
  const members = unzipSync(jar);
  const bytesOf = (member: string) => {
    const bytes = members[member];
    if (!bytes) throw new Error(`${member} is missing`);
    return bytes;
  };
  const [blockName, ...others] = Object.keys(members).filter((member) =>
    /^META-INF\/.*\.(RSA|EC)$/.test(member),
  );
  if (blockName === undefined || others.length > 0) throw new Error('there is not exactly one signature');
  const content = bytesOf(name);
  const manifest = bytesOf('META-INF/MANIFEST.MF');
  const signatureFile = bytesOf(blockName.replace(/\.\w+$/, '.SF'));
  expectText(manifest, `Name: ${name}\r\nSHA-256-Digest: ${digest(content)}\r\n`);
  expectText(signatureFile, `SHA-256-Digest-Manifest: ${digest(manifest)}\r\n`);
  const { certificate, signature } = readBlock(bytesOf(blockName));
  const { publicKey } = new X509Certificate(certificate);
  if (!verify('sha256', signatureFile, publicKey, signature)) throw new Error('the signature is invalid');
  const fingerprint = createHash('sha256').update(certificate).digest('hex').toUpperCase();
  return { content: Buffer.from(content).toString(), fingerprint };
}

/** Reads a PKCS #7 block with one certificate and one signer (RFC 5652, section 5.1). */
function readBlock(block: Uint8Array): { certificate: Uint8Array; signature: Uint8Array } {
  const [, wrapped] = sequenceOf(readDer(block));
  const [signedData] = derChildren(contentOf(wrapped));
  const [, , , certificates, signers] = derChildren(contentOf(signedData));
  const [signer] = derChildren(contentOf(signers));
  const [, , , , signature] = derChildren(contentOf(signer));
  return { certificate: contentOf(certificates), signature: contentOf(signature) };
}

function contentOf(element: { readonly content: Uint8Array } | undefined): Uint8Array {
  if (!element) throw new Error('the signature block is cut off');
  return element.content;
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

function expectText(bytes: Uint8Array, text: string): void {
  if (!Buffer.from(bytes).toString().includes(text))
    throw new Error(`${text.trim()} is missing in the signature`);
}
