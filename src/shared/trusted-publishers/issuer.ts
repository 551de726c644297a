import { z } from 'zod';
import { t } from '../languages/translate.ts';

/** The kinds of issuers by the claims of their tokens. */
export const ISSUER_KINDS = {
  github: t`GitHub Actions`,
  gitlab: t`GitLab CI`,
  other: t`Other`,
} as const;

export type IssuerKind = keyof typeof ISSUER_KINDS;

/** Maximum issuers that a store trusts. */
export const MAX_ISSUERS = 10;

const ISSUER_PROBLEM = {
  error: () =>
    t`Use the address that the issuer puts into the claim iss, such as https://gitlab.example.org.`,
};

/** The address of an issuer exactly as in the claim `iss` (OpenID Connect Core 1.0, section 2). */
export const issuerUrlSchema = z
  .url({ protocol: /^https?$/, ...ISSUER_PROBLEM })
  .max(300, { error: () => t`Use at most 300 characters.` })
  .regex(/^[^?#\s]+$/, ISSUER_PROBLEM);

/** The issuers of ID tokens that a store trusts. */
export const trustedIssuersSchema = z
  .array(z.object({ url: issuerUrlSchema, kind: z.enum(['github', 'gitlab', 'other']) }))
  .max(MAX_ISSUERS, { error: () => t`Use at most ${MAX_ISSUERS} issuers.` })
  .refine((issuers) => new Set(issuers.map(({ url }) => url)).size === issuers.length, {
    error: () => t`Use each issuer once.`,
  });
export type TrustedIssuer = z.infer<typeof trustedIssuersSchema>[number];

/** The issuers of a new store. */
export const INITIAL_ISSUERS: TrustedIssuer[] = [
  { url: 'https://token.actions.githubusercontent.com', kind: 'github' },
  { url: 'https://gitlab.com', kind: 'gitlab' },
];
