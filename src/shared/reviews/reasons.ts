import { z } from 'zod';
import { t } from '../languages/translate.ts';

interface RejectionReasonRecord {
  /** The sentence that the publisher reads. */
  readonly sentence: string;
  /** The publisher can resolve it in the listing, without another package. */
  readonly isAboutListing?: true;
}

/** Reasons for rejections by their stored ids. */
const RECORDS = {
  broken: { sentence: t`The app doesn’t start, or it crashes.` },
  misleading: { sentence: t`The listing promises something the app doesn’t do.`, isAboutListing: true },
  permissions: { sentence: t`The app asks for access it doesn’t need.` },
  impersonation: { sentence: t`Impersonates another app or brand.` },
  privacy: { sentence: t`The app collects data without disclosing it.` },
  harmful: { sentence: t`The app harms people or their devices.` },
  rights: { sentence: t`The publisher doesn’t have the rights to some content.` },
  listing: { sentence: t`The listing is incomplete or unclear.`, isAboutListing: true },
  other: { sentence: t`Other; see the explanation.` },
} as const satisfies Record<string, RejectionReasonRecord>;

export type RejectionReason = keyof typeof RECORDS;
export const REJECTION_REASONS: Readonly<Record<RejectionReason, RejectionReasonRecord>> = RECORDS;
export const REJECTION_REASON_IDS = Object.keys(RECORDS) as [RejectionReason, ...RejectionReason[]];

/** Returns true when only the listing was rejected, so that the same package can be submitted again. */
export function isListingRejection(reasons: readonly RejectionReason[]): boolean {
  return reasons.length > 0 && reasons.every((reason) => REJECTION_REASONS[reason].isAboutListing);
}

/** The schema of a reason. */
export const rejectionReasonSchema = z.enum(REJECTION_REASON_IDS);
