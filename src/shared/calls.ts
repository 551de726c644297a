import type { z } from 'zod';
import { accountCalls } from './account/calls.ts';
import { sessionCalls } from './account/session-calls.ts';
import { announcementCalls } from './admin/announcement-calls.ts';
import { adminCalls } from './admin/calls.ts';
import { appCalls } from './apps/calls.ts';
import { downloadCalls } from './apps/downloads.ts';
import { auditCalls } from './audit/calls.ts';
import { holdCalls } from './holds/calls.ts';
import { antiFeatureCalls } from './listings/anti-feature-calls.ts';
import { listingCalls } from './listings/calls.ts';
import { listingReviewCalls } from './listings/review-calls.ts';
import { memberCalls } from './members/calls.ts';
import { notificationCalls } from './notifications/calls.ts';
import { pushCalls } from './notifications/push-calls.ts';
import { provenanceCalls } from './provenance/calls.ts';
import { quotaCalls } from './quotas/calls.ts';
import { releaseCalls } from './releases/calls.ts';
import { bulkCalls } from './reviews/bulk-calls.ts';
import { reviewCalls } from './reviews/calls.ts';
import { lookalikeCalls } from './reviews/lookalike-calls.ts';
import { queueCalls } from './reviews/queue-calls.ts';
import { settingCalls } from './settings/calls.ts';
import { mailCalls } from './settings/mail-calls.ts';
import { readerCalls } from './settings/reader-calls.ts';
import { setupCalls } from './setup/calls.ts';
import { tokenCalls } from './tokens/calls.ts';
import { deviceAuthorizationCalls } from './tokens/device-authorization-calls.ts';
import { trustedPublisherCalls } from './trusted-publishers/calls.ts';
import { userCalls } from './users/calls.ts';
import { userInvitationCalls } from './users/invitation-calls.ts';
import { versionCalls } from './versions/calls.ts';
import { webhookCalls } from './webhooks/calls.ts';

/** All calls of Quayside, shared by server, browser and command line. */
export const calls = {
  ...accountCalls,
  ...announcementCalls,
  ...adminCalls,
  ...antiFeatureCalls,
  ...appCalls,
  ...downloadCalls,
  ...auditCalls,
  ...deviceAuthorizationCalls,
  ...holdCalls,
  ...listingCalls,
  ...listingReviewCalls,
  ...lookalikeCalls,
  ...mailCalls,
  ...memberCalls,
  ...notificationCalls,
  ...provenanceCalls,
  ...pushCalls,
  ...queueCalls,
  ...quotaCalls,
  ...releaseCalls,
  ...reviewCalls,
  ...bulkCalls,
  ...sessionCalls,
  ...settingCalls,
  ...readerCalls,
  ...setupCalls,
  ...tokenCalls,
  ...trustedPublisherCalls,
  ...userCalls,
  ...userInvitationCalls,
  ...versionCalls,
  ...webhookCalls,
};

export type CallName = keyof typeof calls;
/** Calls with `reads` in their contract: clients keep their results and refetch them after a change. */
export type ReadingCall = {
  [Name in CallName]: NonNullable<(typeof calls)[Name]['reads']> extends readonly [] ? never : Name;
}[CallName];
/** The input that a caller sends. */
export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['input']>;
/** The input that a handler receives, with defaults applied. */
export type CallData<Name extends CallName> = z.output<(typeof calls)[Name]['input']>;
/** The result of a call. */
export type CallResult<Name extends CallName> = z.output<(typeof calls)[Name]['output']>;
