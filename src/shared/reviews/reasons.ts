import { z } from 'zod';

/** What a rejection can be for: an id to store, and the sentence that the publisher reads. */
export const REJECTION_REASONS = {
  broken: 'The app does not start, or crashes.',
  misleading: 'The listing promises what the app does not do.',
  permissions: 'The app asks for access that nothing in it needs.',
  impersonation: 'The name, the icon or the texts are those of somebody else.',
  privacy: 'The app collects data without saying so.',
  harmful: 'The app harms people or their devices.',
  rights: 'The app contains what its publisher has no right to publish.',
  listing: 'The listing is incomplete or cannot be understood.',
  other: 'Something else, which the text explains.',
} as const;

export type RejectionReason = keyof typeof REJECTION_REASONS;
export const rejectionReasonSchema = z.enum(
  Object.keys(REJECTION_REASONS) as [RejectionReason, ...RejectionReason[]],
);
