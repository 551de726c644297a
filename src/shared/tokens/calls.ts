import { z } from 'zod';
import { defineCall, TOKEN_SCOPES } from '../call.ts';

/** Tokens that one person may have at most. */
export const MAX_TOKENS = 50;

const tokenScopeSchema = z.enum(TOKEN_SCOPES);

/** A personal API token as its owner sees it, without the secret. Times are ISO 8601. */
export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(tokenScopeSchema),
  /** The only apps that it reaches; null for all of its owner's. */
  appIds: z.array(z.string()).nullable(),
  /** How the secret begins, such as `qs_4fRt`. */
  hint: z.string(),
  createdAt: z.iso.datetime(),
  /** Null: until it is revoked. */
  expiresAt: z.iso.datetime().nullable(),
  expired: z.boolean(),
  /** To the minute; null when it never was. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Token = z.infer<typeof tokenSchema>;

/** What a person enters to create a token; the form and the server read the same schema. */
export const newTokenSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.'),
  scopes: z
    .array(tokenScopeSchema)
    .min(1, 'Choose at least one scope.')
    .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  /** Left out or null: all apps of the owner, also those to come. */
  appIds: z.array(z.string()).min(1, 'Choose at least one app.').max(50, 'Choose at most 50 apps.').nullish(),
  /** Null: until it is revoked. */
  expiresInDays: z
    .number()
    .int('Use whole days.')
    .min(1, 'Use at least one day.')
    .max(365, 'Use at most 365 days.')
    .nullable()
    .default(90),
});

export const tokenCalls = {
  'tokens.create': defineCall({
    access: 'signedIn',
    stepUp: true,
    input: newTokenSchema,
    /** The secret is shown this once. */
    output: z.object({ token: tokenSchema, secret: z.string() }),
    errors: ['failed-precondition', 'not-found'],
  }),
  'tokens.list': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({ tokens: z.array(tokenSchema) }),
    errors: [],
  }),
  'tokens.revoke': defineCall({
    access: 'signedIn',
    input: z.object({ tokenId: z.string() }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  'tokens.revokeAll': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({ count: z.number() }),
    errors: [],
  }),
};
