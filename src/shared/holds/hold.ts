import { z } from 'zod';
import { timeSchema } from '../bounded.ts';
import { t } from '../languages/translate.ts';
import type { StatusRecord } from '../lifecycle.ts';

/** A hold stops one version, an app with all its versions, or everything of a publisher. */
export const holdSubjectSchema = z.enum(['version', 'app', 'publisher']);
export type HoldSubject = z.infer<typeof holdSubjectSchema>;

/** The causes of holds. */
export const holdKindSchema = z.enum(['malware', 'impersonation', 'legal', 'security', 'other']);
export type HoldKind = z.infer<typeof holdKindSchema>;

/** The things that packages of a stop have in common. */
export const stopBySchema = z.enum(['publisher', 'certificate', 'file', 'library']);
export type StopBy = z.infer<typeof stopBySchema>;

/** The things that block uploads. */
export const blockBySchema = stopBySchema.exclude(['publisher']);
export type BlockBy = z.infer<typeof blockBySchema>;

/** Longest reason and longest note of a hold, in characters. */
export const MAX_HOLD_REASON_LENGTH = 1_000;

/** Longest value that packages are compared by, in characters. */
export const MAX_STOP_VALUE_LENGTH = 255;

/** The reason of a hold, which its publisher reads. */
export const holdReasonSchema = z
  .string()
  .trim()
  .min(1, { error: () => t`Enter a reason. The publisher sees it.` })
  .max(MAX_HOLD_REASON_LENGTH, { error: () => t`Use at most 1,000 characters.` });

/** The reason for lifting a hold or a block; the publisher of a held app reads it. */
export const liftReasonSchema = z
  .string()
  .trim()
  .min(1, { error: () => t`Enter a reason.` })
  .max(MAX_HOLD_REASON_LENGTH, { error: () => t`Use at most 1,000 characters.` });

/** A note for store staff only. */
export const holdNoteSchema = z
  .string()
  .trim()
  .max(MAX_HOLD_REASON_LENGTH, { error: () => t`Use at most 1,000 characters.` });

/** The input for a new hold. */
export const newHoldSchema = z.object({
  reason: holdReasonSchema,
  kind: holdKindSchema,
  /** When staff look at it again. It stays until they lift it. */
  reviewAt: timeSchema,
  note: holdNoteSchema.optional(),
});
export type NewHold = z.infer<typeof newHoldSchema>;

/** The hold that stops an app or version, as everybody with access to it sees it. */
export const holdNoticeSchema = z.object({
  subject: holdSubjectSchema,
  kind: holdKindSchema,
  reason: z.string().max(MAX_HOLD_REASON_LENGTH),
  since: z.iso.datetime(),
  reviewAt: z.iso.datetime(),
});
export type HoldNotice = z.infer<typeof holdNoticeSchema>;

export const HOLD_KINDS: Readonly<Record<HoldKind, string>> = {
  malware: t`Malware`,
  impersonation: t`Impersonation`,
  legal: t`Legal request`,
  security: t`Security problem`,
  other: t`Other`,
};

export const HOLD_SUBJECTS: Readonly<Record<HoldSubject, string>> = {
  version: t`Version`,
  app: t`App`,
  publisher: t`Publisher`,
};

export const STOPS_BY: Readonly<Record<StopBy, string>> = {
  publisher: t`Publisher`,
  certificate: t`Signing certificate`,
  file: t`File`,
  library: t`Library`,
};

/** The status that is shown instead of the own one of something that a hold keeps from everyone. */
export const ON_HOLD: StatusRecord = {
  label: t`On hold`,
  icon: 'block',
  tone: 'error',
  get phrase() {
    return t`is on hold`;
  },
};

/** Returns the sentence that says what is held. */
export function holdSentence({ subject }: Pick<HoldNotice, 'subject'>): string {
  if (subject === 'version')
    return t`The store is holding this version: nobody can see or download it until the hold is lifted.`;
  return subject === 'app'
    ? t`The store is holding this app: nobody can see or download it until the hold is lifted.`
    : t`The store is holding everything of this publisher: nobody can see or download it until the hold is lifted.`;
}

/** Returns why something can't be submitted, published or deleted; null without a hold. */
export function holdDenialReason(hold: Pick<HoldNotice, 'subject' | 'reason'> | null): string | null {
  if (hold === null) return null;
  const { subject, reason } = hold;
  if (subject === 'version') return t`The store is holding this version: ${reason}`;
  return subject === 'app'
    ? t`The store is holding this app: ${reason}`
    : t`The store is holding everything of this publisher: ${reason}`;
}
