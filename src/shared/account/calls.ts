import { z } from 'zod';
import { sentenceSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { appStatusSchema } from '../statuses/app-status.ts';
import { deletionRequestSchema } from './deletion.ts';
import { leavingAppSchema, MAX_SHOWN_REQUESTS } from './deletion-calls.ts';
import { DELETION_OBSTACLES } from './obstacles.ts';

/** Credentials of an account besides its password, which a reset keeps. */
export const keptCredentialsSchema = z.object({
  tokens: z.number(),
  passkeys: z.number(),
  twoFactor: z.boolean(),
});
export type KeptCredentials = z.infer<typeof keptCredentialsSchema>;

/** Exports per account and day. */
export const EXPORTS_PER_DAY = 3;

export const ACCOUNT_EXPORT_STATUSES = ['preparing', 'ready', 'failed'] as const;

/** A file with everything stored about an account: `GET {base}account/export` when ready. */
const accountExportSchema = z.object({
  status: z.enum(ACCOUNT_EXPORT_STATUSES),
  requestedAt: z.iso.datetime(),
  /** End of the time for downloading the file; null without one. */
  expiresAt: z.iso.datetime().nullable(),
  /** Bytes; null without a file. */
  size: z.number().nullable(),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

const obstacleSchema = z.enum(DELETION_OBSTACLES);

export const accountCalls = {
  /** Returns the last export of the caller's data; null without one, or when it has expired. */
  'account.getExport': defineCall({
    access: 'signedIn',
    reads: ['exports'],
    input: z.object({}),
    output: z.object({ export: accountExportSchema.nullable() }),
    errors: [],
  }),
  /** Queues an export that replaces the last one; returns the pending one if there is one. */
  'account.requestExport': defineCall({
    access: 'signedIn',
    changes: ['exports'],
    input: z.object({}),
    output: z.object({ export: accountExportSchema }),
    errors: ['resource-exhausted'],
  }),
  /** Returns the effects of deleting the account in numbers, and the obstacles. */
  'account.previewDeletion': defineCall({
    access: 'signedIn',
    reads: ['account', 'apps', 'holds', 'members', 'reviews'],
    input: z.object({}),
    output: z.object({
      /** Reasons that prevent the deletion, as sentences; empty when there are none. */
      obstacles: z
        .array(z.object({ reason: obstacleSchema, message: sentenceSchema }))
        .max(obstacleSchema.options.length),
      /** Apps by status: all but removed ones must be handed over or removed first. */
      apps: z.record(appStatusSchema, z.number()),
      sessions: z.number(),
      tokens: z.number(),
      notifications: z.number(),
      /** The last request to delete the account on a date; null without one. */
      request: deletionRequestSchema.nullable(),
      /** The first of the apps to hand over or remove, by name. */
      leaving: z.array(leavingAppSchema).max(MAX_SHOWN_REQUESTS),
      /** Apps of others that the user works on. */
      memberships: z.number(),
      /** Reviews that the user claimed and hasn't decided. */
      claims: z.number(),
    }),
    errors: [],
  }),
  /** Deletes the account immediately, which needs all its apps to be handed over or removed. */
  'account.delete': defineCall({
    access: 'signedIn',
    reauthentication: true,
    /** The user's email address, entered for confirmation. */
    input: z.object({
      email: z
        .string()
        .trim()
        .min(1, { error: () => t`Enter your email to confirm.` })
        .max(254, { error: () => t`Use at most 254 characters.` }),
    }),
    output: z.object({}),
    errors: ['failed-precondition'],
  }),
  /**
   * Revokes the API tokens and passkeys that an account had when its password was reset. The response of the
   * reset has the token, valid for 15 minutes. The second factor stays; otherwise access to the mailbox would be enough
   * to sign in.
   */
  'account.revokeAfterReset': defineCall({
    access: 'public',
    input: z.object({
      revocationToken: z.string().min(1).max(1000),
      tokens: z.boolean(),
      passkeys: z.boolean(),
    }),
    output: z.object({
      revoked: z.object({ tokens: z.number(), passkeys: z.number() }),
      kept: keptCredentialsSchema,
    }),
    errors: ['permission-denied'],
  }),
};
