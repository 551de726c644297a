import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Verifier } from '@sigstore/verify';
import { StartupError } from '../../platform/config/startup-error.ts';

/**
 * The trusted root of Sigstore's public instance, as the npm package `@sigstore/tuf` 5.0.1 brings it. It verifies what
 * was built until its keys are replaced, which is announced months before.
 */
const PUBLIC_ROOT = fileURLToPath(new URL('./trusted-root.json', import.meta.url));

/** Verifiers by the file of their trusted root. */
const verifiers = new Map<string, Promise<Verifier>>();

/**
 * Returns the verifier that trusts the operator's root, or that of Sigstore's public instance for null. It requires an
 * entry in a transparency log, one in a certificate log and a timestamp, and uses no network. Throws `StartupError` for
 * a file that can't be used.
 */
export function openVerifier(path: string | null): Promise<Verifier> {
  const file = path ?? PUBLIC_ROOT;
  const opened = verifiers.get(file) ?? readVerifier(file);
  verifiers.set(file, opened);
  return opened;
}

async function readVerifier(file: string): Promise<Verifier> {
  try {
    // Loaded on first use: many stores never verify a bundle.
    const [{ toTrustMaterial, Verifier }, { TrustedRoot }] = await Promise.all([
      import('@sigstore/verify'),
      import('@sigstore/protobuf-specs'),
    ]);
    const material = toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(await readFile(file, 'utf8'))));
    if (material.certificateAuthorities.length === 0) throw new Error('it names no certificate authority');
    if (material.tlogs.length === 0) throw new Error('it names no transparency log');
    if (material.ctlogs.length === 0) throw new Error('it names no certificate log');
    return new Verifier(material, { tlogThreshold: 1, ctlogThreshold: 1, timestampThreshold: 1 });
  } catch (error) {
    throw new StartupError(
      `SIGSTORE_TRUSTED_ROOT is ${file}, which can’t be used: ${error instanceof Error ? error.message : error}. Use a trusted_root.json of Sigstore, or remove the variable.`,
    );
  }
}
