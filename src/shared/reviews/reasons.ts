import { z } from 'zod';

/** Reasons for rejections: the stored id, and the sentence that the publisher reads. */
export const REJECTION_REASONS = {
  broken: 'The app doesn’t start, or it crashes.',
  misleading: 'The listing promises something the app doesn’t do.',
  permissions: 'The app asks for access it doesn’t need.',
  impersonation: 'Impersonates another app or brand.',
  privacy: 'The app collects data without disclosing it.',
  harmful: 'The app harms people or their devices.',
  rights: 'The publisher doesn’t have the rights to some content.',
  listing: 'The listing is incomplete or unclear.',
  other: 'Other; see the explanation.',
} as const;

export type RejectionReason = keyof typeof REJECTION_REASONS;
export const rejectionReasonSchema = z.enum(
  Object.keys(REJECTION_REASONS) as [RejectionReason, ...RejectionReason[]],
);
