import type { z } from 'zod';
import { accountCalls } from './account/calls.ts';
import { adminCalls } from './admin/calls.ts';
import { announcementCalls } from './announcements/calls.ts';
import { appCalls } from './apps/calls.ts';
import { downloadCalls } from './apps/downloads.ts';
import { auditCalls } from './audit/calls.ts';
import { listingCalls } from './listings/calls.ts';
import { memberCalls } from './members/calls.ts';
import { notificationCalls } from './notifications/calls.ts';
import { pushCalls } from './push/calls.ts';
import { releaseCalls } from './releases/calls.ts';
import { reviewCalls } from './reviews/calls.ts';
import { sessionCalls } from './sessions/calls.ts';
import { settingCalls } from './settings/calls.ts';
import { setupCalls } from './setup/calls.ts';
import { tokenCalls } from './tokens/calls.ts';
import { userCalls } from './users/calls.ts';
import { versionCalls } from './versions/calls.ts';
import { webhookCalls } from './webhooks/calls.ts';

/** Every call of Quayside: the one list that server, browser and command line share. */
export const calls = {
  ...accountCalls,
  ...announcementCalls,
  ...adminCalls,
  ...appCalls,
  ...downloadCalls,
  ...auditCalls,
  ...listingCalls,
  ...memberCalls,
  ...notificationCalls,
  ...pushCalls,
  ...releaseCalls,
  ...reviewCalls,
  ...sessionCalls,
  ...settingCalls,
  ...setupCalls,
  ...tokenCalls,
  ...userCalls,
  ...versionCalls,
  ...webhookCalls,
};

export type CallName = keyof typeof calls;
/** What a caller sends. */
export type CallInput<Name extends CallName> = z.input<(typeof calls)[Name]['input']>;
/** What a handler receives, defaults filled in. */
export type CallData<Name extends CallName> = z.output<(typeof calls)[Name]['input']>;
/** What a call answers with. */
export type CallResult<Name extends CallName> = z.output<(typeof calls)[Name]['output']>;
