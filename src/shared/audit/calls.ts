import { z } from 'zod';
import { defineCall } from '../call.ts';

/** One line of the append-only audit log. Names are those of now; ids never change. */
export const auditEntrySchema = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Such as `version.approved`. */
  event: z.string(),
  /** Null when the store itself acted. */
  actorUid: z.string().nullable(),
  actorName: z.string().nullable(),
  appId: z.string().nullable(),
  appName: z.string().nullable(),
  versionId: z.string().nullable(),
  /** Such as `1.2 (12)`; null until the package has been read. */
  versionTitle: z.string().nullable(),
  subjectUid: z.string().nullable(),
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditCalls = {
  'audit.list': defineCall({
    access: 'admin',
    input: z.object({
      actorUid: z.string().max(100).optional(),
      appId: z.string().max(100).optional(),
      subjectUid: z.string().max(100).optional(),
      /** A whole event name, or a group of them such as `version.`. */
      event: z.string().max(100).optional(),
      from: z.iso.datetime().optional(),
      /** Not included. */
      to: z.iso.datetime().optional(),
      /** The `nextCursor` of the page before. */
      cursor: z
        .string()
        .regex(/^\d{1,15}$/, 'Use what the previous page gave as nextCursor.')
        .optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    /** Newest first. */
    output: z.object({ entries: z.array(auditEntrySchema), nextCursor: z.string().nullable() }),
    errors: [],
  }),
};
