import { z } from 'zod';
import { idSchema, MAX_LIST_ENTRIES, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { TOKEN_SCOPES, type TokenScope } from '../token-scope.ts';
import { issuerUrlSchema } from './issuer.ts';
import { trustedSourceSchema } from './source.ts';

export const TRUSTED_PUBLISHER_LIMITS = {
  perApp: 20,
  /** Tokens of one trusted publisher that are valid at the same time. */
  liveTokens: 20,
  /** Minutes for which a token is valid. */
  tokenMinutes: 15,
  /** Exchanges per hour of one network. Jobs of one service share few networks. */
  exchangesPerHour: 600,
  /** Longest ID token, in characters. */
  idTokenLength: 16_000,
} as const;

/** The scopes that a trusted publisher may have: those that publishing needs. */
export const PUBLISHING_SCOPES = [
  'read',
  'upload',
  'listing',
  'submit',
  'release',
] as const satisfies readonly TokenScope[];

/** The scopes that the `quayside` command needs to submit versions. */
export const COMMAND_SCOPES = ['read', 'upload', 'submit'] as const satisfies readonly TokenScope[];

const scopesSchema = z
  .array(z.enum(PUBLISHING_SCOPES))
  .min(1, { error: () => t`Choose at least one scope.` })
  .max(PUBLISHING_SCOPES.length, { error: () => t`Choose each scope once.` })
  .transform((scopes) => PUBLISHING_SCOPES.filter((scope) => scopes.includes(scope)));

/** Jobs of a build service that may publish an app without a stored secret. Times are ISO 8601. */
export const trustedPublisherSchema = z.object({
  id: idSchema,
  appId: idSchema,
  issuer: issuerUrlSchema,
  source: trustedSourceSchema,
  scopes: z.array(z.enum(PUBLISHING_SCOPES)).max(PUBLISHING_SCOPES.length),
  /** The owner who saved it last, for whom its tokens act. */
  savedBy: z.object({ uid: idSchema, name: shownNameSchema }),
  createdAt: z.iso.datetime(),
  /** The last exchange; null before the first one. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type TrustedPublisher = z.infer<typeof trustedPublisherSchema>;

/** The part of a trusted publisher that an owner enters. */
export const trustedPublisherInputSchema = z.object({
  issuer: issuerUrlSchema,
  source: trustedSourceSchema,
  scopes: scopesSchema,
});

export const trustedPublisherCalls = {
  'trustedPublishers.list': defineCall({
    access: 'developer',
    reads: ['trustedPublishers'],
    input: z.object({ appId: idSchema }),
    output: z.object({
      trustedPublishers: z.array(trustedPublisherSchema).max(MAX_LIST_ENTRIES),
    }),
    errors: ['not-found'],
  }),
  'trustedPublishers.add': defineCall({
    access: 'developer',
    reauthentication: true,
    confirmedEmail: true,
    input: trustedPublisherInputSchema.extend({ appId: idSchema }),
    output: z.object({ trustedPublisher: trustedPublisherSchema }),
    errors: ['not-found', 'failed-precondition', 'resource-exhausted'],
  }),
  /** Replaces what it accepts and may do, ends its tokens, and lets new ones act for the caller. */
  'trustedPublishers.change': defineCall({
    access: 'developer',
    reauthentication: true,
    confirmedEmail: true,
    input: trustedPublisherInputSchema.extend({ trustedPublisherId: idSchema }),
    output: z.object({ trustedPublisher: trustedPublisherSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'trustedPublishers.remove': defineCall({
    access: 'developer',
    input: z.object({ trustedPublisherId: idSchema }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  /**
   * Returns an API token for the ID token of a build job that a trusted publisher of the app accepts. Its audience must
   * be the store's public address, and it can be exchanged once.
   */
  'tokens.exchange': defineCall({
    access: 'public',
    input: z.object({
      appId: idSchema,
      idToken: z
        .string()
        .trim()
        .min(1, { error: () => t`Send the ID token.` })
        .max(TRUSTED_PUBLISHER_LIMITS.idTokenLength, { error: () => t`This ID token is too long.` }),
    }),
    output: z.object({
      token: z.string().max(200),
      scopes: z.array(z.enum(TOKEN_SCOPES)).max(TOKEN_SCOPES.length),
      expiresAt: z.iso.datetime(),
    }),
    errors: ['unauthenticated', 'permission-denied', 'resource-exhausted', 'unavailable'],
  }),
};
