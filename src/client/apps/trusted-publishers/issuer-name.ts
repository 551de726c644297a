import { INITIAL_ISSUERS, ISSUER_KINDS, type TrustedIssuer } from '#shared/trusted-publishers/issuer.ts';

/** Returns the name of an issuer: its service, and the host unless it's the public one. */
export function issuerName({ url, kind }: TrustedIssuer): string {
  if (INITIAL_ISSUERS.some((known) => known.url === url)) return ISSUER_KINDS[kind];
  const { host } = new URL(url);
  return kind === 'other' ? host : `${ISSUER_KINDS[kind]} (${host})`;
}
