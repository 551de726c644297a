import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import { idSchema, MAX_LIST_ENTRIES, shownEmailSchema, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import {
  declineSchema,
  deletionRequestSchema,
  noticeDaysSchema,
  removalReasonSchema,
  removalRequestSchema,
} from './deletion.ts';

/** Maximum requests in the list of each kind; there may be more. */
export const MAX_SHOWN_REQUESTS = 100;

/** What keeps a request from being carried out on its date. */
const waitsForSchema = z.enum(['hold', 'last-admin']).nullable();

const appIdSchema = z.object({ appId: idSchema });
const uidSchema = z.object({ uid: idSchema });
const removalResult = z.object({ removal: removalRequestSchema });
const requestErrors = ['not-found', 'permission-denied', 'failed-precondition'] as const;

export const deletionCalls = {
  /** Asks for the removal of a published app after a period, until the end of which it can be withdrawn. */
  'apps.requestRemoval': defineCall({
    access: 'developer',
    input: appIdSchema.extend({ days: noticeDaysSchema, reason: removalReasonSchema.optional() }),
    output: removalResult,
    errors: requestErrors,
  }),
  /** Withdraws the request, so that the app stays. Every owner can. */
  'apps.withdrawRemoval': defineCall({
    access: 'developer',
    input: appIdSchema,
    output: z.object({}),
    errors: requestErrors,
  }),
  /** Declines the request, where a law or an open case asks for it. */
  'apps.declineRemoval': defineCall({
    access: 'admin',
    reauthentication: true,
    input: appIdSchema.extend(declineSchema.shape),
    output: removalResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Removes the app now instead of on its date, also while it is on hold. */
  'apps.carryOutRemoval': defineCall({
    access: 'admin',
    reauthentication: true,
    input: appIdSchema,
    output: z.object({ app: appSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /**
   * Asks for the deletion of the account after a period, until the end of which it can be withdrawn. Apps that are still
   * the account's own then are removed with it.
   */
  'account.requestDeletion': defineCall({
    access: 'signedIn',
    reauthentication: true,
    input: z.object({
      days: noticeDaysSchema,
      /** The user's email address, entered for confirmation. */
      email: z
        .string()
        .trim()
        .min(1, { error: () => t`Enter your email to confirm.` })
        .max(254, { error: () => t`Use at most 254 characters.` }),
    }),
    output: z.object({ request: deletionRequestSchema }),
    errors: ['failed-precondition'],
  }),
  /** Withdraws the request, so that the account and its apps stay. */
  'account.withdrawDeletion': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({}),
    errors: ['failed-precondition'],
  }),
  'users.declineDeletion': defineCall({
    access: 'admin',
    reauthentication: true,
    input: uidSchema.extend(declineSchema.shape),
    output: z.object({ request: deletionRequestSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Removes the user's apps and deletes the account now instead of on its date. */
  'users.carryOutDeletion': defineCall({
    access: 'admin',
    reauthentication: true,
    input: uidSchema,
    output: z.object({}),
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Returns the pending requests, next ones first. Apps that are removed with an account count there. */
  'admin.removalRequests': defineCall({
    access: 'admin',
    reads: ['account', 'apps', 'holds', 'users'],
    input: z.object({}),
    output: z.object({
      apps: z
        .array(
          z.object({
            appId: idSchema,
            name: appSchema.shape.name,
            publisherName: shownNameSchema.nullable(),
            requestedAt: z.iso.datetime(),
            removeAt: z.iso.datetime(),
            waitsFor: waitsForSchema,
          }),
        )
        .max(MAX_SHOWN_REQUESTS),
      accounts: z
        .array(
          z.object({
            uid: idSchema,
            name: shownNameSchema.nullable(),
            email: shownEmailSchema,
            /** Apps that are removed with it. */
            apps: z.number(),
            requestedAt: z.iso.datetime(),
            deleteAt: z.iso.datetime(),
            waitsFor: waitsForSchema,
          }),
        )
        .max(MAX_SHOWN_REQUESTS),
    }),
    errors: [],
  }),
};

/** An app that the deletion of its publisher's account concerns. */
export const leavingAppSchema = z.object({
  ...appSchema.pick({ id: true, name: true, status: true }).shape,
  isHeld: z.boolean(),
  /** Versions that wait for a decision. */
  reviews: z.number(),
  /** Other people who work on it. */
  members: z.number().max(MAX_LIST_ENTRIES),
  /** The email of a pending transfer; null without one. */
  transferTo: shownEmailSchema.nullable(),
  /** When it is removed; null without a request. */
  removeAt: z.iso.datetime().nullable(),
});
export type LeavingApp = z.infer<typeof leavingAppSchema>;
