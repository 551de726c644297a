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
  broken: {
    get sentence() {
      return t`The app doesn’t start, or it crashes.`;
    },
  },
  misleading: {
    get sentence() {
      return t`The listing promises something the app doesn’t do.`;
    },
    isAboutListing: true,
  },
  permissions: {
    get sentence() {
      return t`The app asks for access it doesn’t need.`;
    },
  },
  impersonation: {
    get sentence() {
      return t`Impersonates another app or brand.`;
    },
  },
  privacy: {
    get sentence() {
      return t`The app collects data without disclosing it.`;
    },
  },
  harmful: {
    get sentence() {
      return t`The app harms people or their devices.`;
    },
  },
  rights: {
    get sentence() {
      return t`The publisher doesn’t have the rights to some content.`;
    },
  },
  listing: {
    get sentence() {
      return t`The listing is incomplete or unclear.`;
    },
    isAboutListing: true,
  },
  other: {
    get sentence() {
      return t`Other; see the explanation.`;
    },
  },
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
