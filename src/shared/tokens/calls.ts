import { z } from 'zod';
import { idSchema, MAX_LIST_ENTRIES } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { maxUnits } from '../characters.ts';
import { t } from '../languages/translate.ts';
import { nameSchema } from '../name-schema.ts';
import { TOKEN_SCOPES } from '../token-scope.ts';
import { personReasonSchema } from '../users/calls.ts';

/** Maximum tokens per person. */
export const MAX_TOKENS = 50;
/** Maximum apps that a token may be limited to. */
const MAX_TOKEN_APPS = 50;
const MAX_TOKEN_NAME_LENGTH = 60;
/** The longest IPv6 address with a zone. */
const MAX_ADDRESS_LENGTH = 60;
/** Requests that a token may make per minute at one server. */
export const TOKEN_REQUESTS_PER_MINUTE = 600;
/** Days before its expiry on which a token's owner is notified. */
export const EXPIRY_WARNING_DAYS = 7;
/** Leaked tokens that one network may report per hour. */
export const LEAK_REPORTS_PER_HOUR = 60;
/** Programs that one network may sign out per hour. */
export const SIGN_OUTS_PER_HOUR = 60;

/** Ends a token for everybody who has its secret. */
const REVOCATION_BY_SECRET = {
  access: 'public',
  input: z.object({
    token: z
      .string()
      .trim()
      .min(1, { error: () => t`Enter the token.` })
      .max(200, { error: () => t`This isn’t a token.` }),
  }),
  /** False when no such token exists; it may have been revoked before. */
  output: z.object({ revoked: z.boolean() }),
  errors: ['resource-exhausted'],
} as const;

const tokenScopeSchema = z.enum(TOKEN_SCOPES);

/** A personal API token without its secret. Times are ISO 8601. */
export const tokenSchema = z.object({
  id: idSchema,
  name: z.string().max(maxUnits(MAX_TOKEN_NAME_LENGTH)),
  scopes: z.array(tokenScopeSchema).max(TOKEN_SCOPES.length),
  /** The apps that it can access; null for all of its owner's. */
  appIds: z.array(idSchema).max(MAX_TOKEN_APPS).nullable(),
  /** The start of the secret, such as `qs_4fRt`. */
  hint: z.string().max(20),
  createdAt: z.iso.datetime(),
  /** Null when it never expires. */
  expiresAt: z.iso.datetime().nullable(),
  expired: z.boolean(),
  /** Precise to the minute; null when it was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The address of the last use; null when it was never used. */
  lastUsedFrom: z.string().max(MAX_ADDRESS_LENGTH).nullable(),
});
export type Token = z.infer<typeof tokenSchema>;

/** Input for a new token; the form and the server share this schema. */
export const newTokenSchema = z.object({
  name: nameSchema(MAX_TOKEN_NAME_LENGTH, () => t`Enter a name.`),
  scopes: z
    .array(tokenScopeSchema)
    .min(1, { error: () => t`Choose at least one scope.` })
    .max(TOKEN_SCOPES.length, { error: () => t`Choose each scope once.` })
    .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  /** When omitted or null: all apps of the owner, including future ones. */
  appIds: z
    .array(idSchema)
    .min(1, { error: () => t`Choose at least one app.` })
    .max(MAX_TOKEN_APPS, { error: () => t`Choose at most 50 apps.` })
    .nullish(),
  /** Null when it never expires. */
  expiresInDays: z
    .number()
    .int({ error: () => t`Use whole days.` })
    .min(1, { error: () => t`Use at least one day.` })
    .max(365, { error: () => t`Use at most 365 days.` })
    .nullable()
    .default(90),
});

export const tokenCalls = {
  'tokens.create': defineCall({
    access: 'signedIn',
    reauthentication: true,
    confirmedEmail: true,
    input: newTokenSchema,
    /** The secret is shown this once. */
    output: z.object({ token: tokenSchema, secret: z.string().max(200) }),
    errors: ['failed-precondition', 'not-found'],
  }),
  'tokens.list': defineCall({
    access: 'signedIn',
    reads: ['tokens'],
    input: z.object({}),
    output: z.object({ tokens: z.array(tokenSchema).max(MAX_LIST_ENTRIES) }),
    errors: [],
  }),
  'tokens.revoke': defineCall({
    access: 'signedIn',
    input: z.object({ tokenId: idSchema }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  /** Ends a token that somebody found where it shouldn't be. Its owner is notified. */
  'tokens.reportLeak': defineCall(REVOCATION_BY_SECRET),
  /** Ends a token by itself, for programs that sign out. */
  'tokens.revokeItself': defineCall(REVOCATION_BY_SECRET),
  'tokens.listOfUser': defineCall({
    access: 'admin',
    reads: ['tokens'],
    input: z.object({ uid: idSchema }),
    output: z.object({ tokens: z.array(tokenSchema).max(MAX_LIST_ENTRIES) }),
    errors: ['not-found'],
  }),
  'tokens.revokeByStaff': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({
      tokenId: idSchema,
      /** Shown to the owner of the token. */
      reason: personReasonSchema,
    }),
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
