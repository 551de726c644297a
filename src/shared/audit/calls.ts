import { z } from 'zod';
import { MAX_APP_TEXT_LENGTH } from '../apps/app.ts';
import { boundedJson, idSchema, pathSchema, shownNameSchema, timeSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { MAX_FACT_NAME_LENGTH } from '../packages/limits.ts';
import { cursorSchema } from '../page.ts';

/** Longest details of an event, in characters of JSON: the store's settings before and after a change. */
const MAX_DETAILS_LENGTH = 250_000;

/** An entry of the append-only audit log. Names are current; ids never change. */
export const auditEntrySchema = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** For example `version.approved`. */
  event: z.string().max(100),
  /** Null for automatic actions. */
  actorUid: idSchema.nullable(),
  actorName: shownNameSchema.nullable(),
  appId: idSchema.nullable(),
  appName: z.string().max(MAX_APP_TEXT_LENGTH).nullable(),
  versionId: idSchema.nullable(),
  /** For example `1.2 (12)`; null until the package has been read. */
  versionTitle: z
    .string()
    .max(2 * MAX_FACT_NAME_LENGTH + 3)
    .nullable(),
  subjectUid: idSchema.nullable(),
  subjectName: shownNameSchema.nullable(),
  details: boundedJson(MAX_DETAILS_LENGTH, z.record(z.string(), z.unknown())),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Maximum entries per page. */
const MAX_ENTRIES = 200;
/** Maximum events that a list may name. */
const MAX_LISTED_EVENTS = 10;
/** Maximum entries of an export: `GET {base}audit/export` with the same filters. */
export const MAX_EXPORTED_ENTRIES = 50_000;

export const auditFilterSchema = z.object({
  actorUid: idSchema.optional(),
  appId: idSchema.optional(),
  subjectUid: idSchema.optional(),
  /** An event name, or a group such as `version.`. */
  event: z.string().max(100).optional(),
  from: timeSchema.optional(),
  /** Exclusive. */
  to: timeSchema.optional(),
});

/** Maximum problems of a verification that `audit.getChain` returns. */
export const MAX_SHOWN_PROBLEMS = 5;

export const auditCalls = {
  'audit.list': defineCall({
    access: 'admin',
    reads: ['audit'],
    input: auditFilterSchema.extend({
      /** Names of events, of which any applies. */
      events: z.array(z.string().max(100)).min(1).max(MAX_LISTED_EVENTS).optional(),
      /** The previous page's `nextCursor`. */
      cursor: cursorSchema.optional(),
      limit: z.number().int().min(1).max(MAX_ENTRIES).default(50),
    }),
    /** Newest first. */
    output: z.object({
      entries: z.array(auditEntrySchema).max(MAX_ENTRIES),
      nextCursor: cursorSchema.nullable(),
    }),
    errors: [],
  }),
  /** Returns the state of the chain: its checkpoints and its last verification. */
  'audit.getChain': defineCall({
    access: 'admin',
    reads: ['audit'],
    input: z.object({}),
    output: z.object({
      /** The number of entries. */
      size: z.number(),
      /** The newest checkpoint; null before the first. */
      checkpoint: z.object({ size: z.number(), signedAt: z.iso.datetime(), path: pathSchema }).nullable(),
      /** The last verification of the whole log; null before the first. */
      verification: z
        .object({
          verifiedAt: z.iso.datetime(),
          problemCount: z.number(),
          /** The first problems. */
          problems: z.array(z.string().max(500)).max(MAX_SHOWN_PROBLEMS),
        })
        .nullable(),
    }),
    errors: [],
  }),
};
