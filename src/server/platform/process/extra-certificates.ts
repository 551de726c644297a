import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/** A certificate in PEM. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Trusts the certificates of `NODE_EXTRA_CA_CERTS`, which is the path of a file or empty, for all connections of this process. Node reads the variable only from
 * the environment that it is started with, not from an environment file (`--env-file`). Returns why they can't be read, as
 * a sentence; null when they are trusted or none are named.
 */
export function trustExtraCertificates(path: string): string | null {
  // Node did it, or reads nothing.
  if (path === '' || tls.getCACertificates('extra').length > 0) return null;
  if (typeof tls.setDefaultCACertificates !== 'function') {
    return 'NODE_EXTRA_CA_CERTS in an environment file needs Node 24.5 or newer.';
  }
  try {
    const certificates = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
    if (certificates.length === 0) return `NODE_EXTRA_CA_CERTS ${path} has no certificate in PEM.`;
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...certificates]);
    return null;
  } catch (error) {
    return `NODE_EXTRA_CA_CERTS ${path} can’t be read: ${(error as Error).message}.`;
  }
}
