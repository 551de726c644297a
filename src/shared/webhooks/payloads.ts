import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import { idSchema, sentenceSchema } from '../bounded.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../events.ts';
import { holdNoticeSchema } from '../holds/hold.ts';
import { trackSchema } from '../releases/release.ts';
import { rejectionReasonSchema } from '../reviews/reasons.ts';
import { versionSchema } from '../versions/version.ts';

/** The headers of a delivery (Standard Webhooks, https://www.standardwebhooks.com). */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

const app = appSchema.pick({ id: true, platform: true, applicationId: true, name: true });

/** `data` of an event about a version, as the version is when the event happens. */
export const versionDataSchema = z.object({
  app,
  version: versionSchema
    .pick({
      id: true,
      status: true,
      versionName: true,
      sha256: true,
      decisionNote: true,
      findings: true,
      vulnerability: true,
    })
    .extend({
      /** Null on iOS, and until the package has been read. */
      versionCode: z.number().nullable(),
      rejectionReasons: z
        .array(z.object({ id: rejectionReasonSchema, sentence: sentenceSchema }))
        .max(rejectionReasonSchema.options.length),
      /** The hold on it, its app or its publisher; null without one. */
      hold: holdNoticeSchema.nullable(),
      /** Null before it is submitted. */
      release: z
        .object({
          track: trackSchema,
          percentage: z.number(),
          isHalted: z.boolean(),
          isRolledBack: z.boolean(),
        })
        .nullable(),
    }),
});

/** `data` of a test event. */
export const testDataSchema = z.object({ app, webhook: z.object({ id: idSchema }) });

const payloadOf = (type: string, data: z.ZodType) =>
  z.object({
    /** Same for all attempts at one event, so that receivers detect duplicates. */
    id: idSchema,
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data,
  });

/** The bodies of deliveries by their event. */
export const WEBHOOK_PAYLOADS: Readonly<Record<string, z.ZodType>> = Object.fromEntries([
  ...WEBHOOK_EVENTS.map((event) => [event, payloadOf(event, versionDataSchema)]),
  [TEST_EVENT, payloadOf(TEST_EVENT, testDataSchema)],
]);
