import { z } from 'zod';
import { idSchema, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { MAX_FACT_NAME_LENGTH } from '../packages/limits.ts';
import { platformSchema } from '../packages/platform.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';
import { appStatusSchema } from '../statuses/app-status.ts';
import { versionStatusSchema } from '../statuses/version-status.ts';
import {
  blockBySchema,
  holdKindSchema,
  holdSubjectSchema,
  liftReasonSchema,
  MAX_HOLD_REASON_LENGTH,
  MAX_STOP_VALUE_LENGTH,
  newHoldSchema,
  stopBySchema,
} from './hold.ts';
import { readStopValue, STOP_VALUE_PROBLEMS } from './stop-value.ts';

/** The most versions that one stop holds, and those that its preview names. */
export const STOP_LIMITS = { versions: 1_000, sample: 20 };

const reason = z.string().max(MAX_HOLD_REASON_LENGTH);
const stopValue = z.string().max(MAX_STOP_VALUE_LENGTH);
const states = z.enum(['active', 'lifted']);

const person = z.object({ uid: idSchema, name: shownNameSchema.nullable() });

/** The end of a hold or block, with its author and reason. */
const lifting = z.object({ at: z.iso.datetime(), by: person, reason });

/** A hold as store staff see it. Times are ISO 8601. */
export const holdSchema = z.object({
  id: idSchema,
  /** The same for all holds of one stop. */
  decisionId: idSchema,
  subject: holdSubjectSchema,
  subjectId: idSchema,
  kind: holdKindSchema,
  reason,
  note: reason.nullable(),
  reviewAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  createdBy: person,
  lifted: lifting.nullable(),
  /** The held app, or that of the held version; null for a publisher and when it was deleted since. */
  app: z
    .object({
      id: idSchema,
      name: shownNameSchema,
      applicationId: z.string().max(MAX_FACT_NAME_LENGTH),
      platform: platformSchema,
      status: appStatusSchema,
    })
    .nullable(),
  /** Null unless a version is held. */
  versionName: z.string().max(MAX_FACT_NAME_LENGTH).nullable(),
  /** The publisher whom the hold concerns. */
  publisher: person.nullable(),
});
export type Hold = z.infer<typeof holdSchema>;

/** A block of uploads, as store staff see it. */
export const blockSchema = z.object({
  id: idSchema,
  decisionId: idSchema,
  by: blockBySchema,
  value: stopValue,
  kind: holdKindSchema,
  reason,
  note: reason.nullable(),
  createdAt: z.iso.datetime(),
  createdBy: person,
  lifted: lifting.nullable(),
});
export type Block = z.infer<typeof blockSchema>;

/** Selects what a stop matches; the value is read as packages have it. */
const stopSelection = z.object({
  by: stopBySchema,
  value: z.string().trim().min(1).max(MAX_STOP_VALUE_LENGTH),
});

const readSelection = <Selection extends z.output<typeof stopSelection>>(
  { value, ...rest }: Selection,
  context: z.RefinementCtx,
) => {
  const read = readStopValue(rest.by, value);
  if (read === null) {
    context.addIssue({ code: 'custom', path: ['value'], message: STOP_VALUE_PROBLEMS[rest.by] });
    return z.NEVER;
  }
  return { ...rest, value: read };
};

const consequences = z.object({
  publishers: z.int().nonnegative(),
  apps: z.int().nonnegative(),
  versions: z.int().nonnegative(),
  /** Versions that anyone can download now. */
  liveVersions: z.int().nonnegative(),
});
export type Consequences = z.infer<typeof consequences>;

const subject = z.object({ subject: holdSubjectSchema, subjectId: idSchema.min(1) });

export const holdCalls = {
  /** Counts what a new hold would stop. */
  'holds.preview': defineCall({
    access: 'admin',
    reads: ['holds', 'versions'],
    input: subject,
    output: z.object({ consequences }),
    errors: ['not-found'],
  }),
  /** Holds a version, an app or a publisher, and notifies the publisher. */
  'holds.create': defineCall({
    access: 'admin',
    reauthentication: true,
    input: subject.extend(newHoldSchema.shape),
    output: z.object({ hold: holdSchema }),
    errors: ['not-found', 'failed-precondition', 'already-exists'],
  }),
  /** Lifts a hold: what it stopped is public again as before, and what was waiting is published. */
  'holds.lift': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ holdId: idSchema, reason: liftReasonSchema }),
    output: z.object({ hold: holdSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'holds.list': defineCall({
    access: 'admin',
    reads: ['holds'],
    input: pageSchema.extend({ state: states.default('active'), subjectId: idSchema.optional() }),
    output: z.object({ holds: pageOf(holdSchema), nextCursor: cursorSchema.nullable() }),
    errors: [],
  }),
  /** Counts what matches, with some examples. */
  'stops.preview': defineCall({
    access: 'admin',
    reads: ['holds', 'versions'],
    input: stopSelection.transform(readSelection),
    output: z.object({
      value: stopValue,
      consequences,
      /** True when uploads are refused by it already. */
      isBlocked: z.boolean(),
      sample: z
        .array(
          z.object({
            versionId: idSchema,
            versionName: z.string().max(MAX_FACT_NAME_LENGTH).nullable(),
            status: versionStatusSchema,
            isHeld: z.boolean(),
            app: z.object({ id: idSchema, name: shownNameSchema, platform: platformSchema }),
            publisher: person,
          }),
        )
        .max(STOP_LIMITS.sample),
    }),
    errors: ['not-found'],
  }),
  /** Holds everything that matches, as one decision, and refuses further uploads of it unless told otherwise. */
  'stops.apply': defineCall({
    access: 'admin',
    reauthentication: true,
    input: stopSelection
      .extend({ ...newHoldSchema.shape, blocksUploads: z.boolean().default(true) })
      .transform(readSelection),
    output: z.object({
      decisionId: idSchema,
      /** New holds: what was held before keeps its own. */
      held: z.int().nonnegative(),
      /** The versions that this stop left out, because it was too much at once; the same call again holds it. */
      remaining: z.int().nonnegative(),
      isBlocked: z.boolean(),
    }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'blocks.list': defineCall({
    access: 'admin',
    reads: ['holds'],
    input: pageSchema.extend({ state: states.default('active') }),
    output: z.object({ blocks: pageOf(blockSchema), nextCursor: cursorSchema.nullable() }),
    errors: [],
  }),
  'blocks.lift': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ blockId: idSchema, reason: liftReasonSchema }),
    output: z.object({ block: blockSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
};
