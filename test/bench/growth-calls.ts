import type { CallInput, ReadingCall } from '#shared/calls.ts';
import {
  POPULAR_VERSION,
  STORE_SIZE,
  seededApp,
  seededUser,
  seededVersion,
  seededWebhook,
} from './large-store-seed.ts';

/** The people who call: an admin, the publisher of thousands of apps, and a user with many unread notifications. */
export const CALLERS = ['admin', 'owner', 'busyUser'] as const;
export type Caller = (typeof CALLERS)[number];

type Inputs<Name extends ReadingCall> = Partial<Record<Caller, readonly CallInput<Name>[]>>;

/** Reads that need something which only an email or a waiting program has. */
type Unmeasured = 'deviceAuthorizations.get' | 'members.getInvitation';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const cursor = (...parts: readonly string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The newest versions, which wait for a decision (in review, submitted). */
const IN_REVIEW = seededVersion(STORE_SIZE.versions);
const SUBMITTED = seededVersion(STORE_SIZE.versions - 7);
const POPULAR = seededApp(1);
const POPULAR_ID = 'org.example.c4ca4238a01';
/** An app of which another publisher is the owner. */
const OTHERS = seededApp(STORE_SIZE.apps - 1);
const manyApps = Array.from({ length: 20 }, (_, n) => seededApp(n + 1));

/** Every call that reads, with the inputs for which it could have most to do. A new one does not compile without them. */
export const CALLS: { readonly [Name in Exclude<ReadingCall, Unmeasured>]: Inputs<Name> } = {
  'account.getExport': { owner: [{}] },
  'account.previewDeletion': { owner: [{}] },
  'account.usage': { owner: [{}] },
  'admin.overview': { admin: [{}] },
  'announcements.countAudience': { admin: [{ audience: 'everyone' }, { audience: 'developers' }] },
  'announcements.list': { admin: [{}, { cursor: cursor(ago(900), 'x') }] },
  'antiFeatures.list': { owner: [{ appId: POPULAR }] },
  'apps.actionRequired': { owner: [{}], admin: [{}] },
  'apps.checkId': { owner: [{ platform: 'android', applicationId: 'org.example.other' }] },
  'apps.dailyDownloads': { owner: [{ appIds: manyApps }], admin: [{ appIds: manyApps }] },
  'apps.downloads': { owner: [{ days: 30 }, { days: 365 }] },
  'apps.exportListing': { owner: [{ appId: POPULAR }] },
  'apps.find': { owner: [{ platform: 'android', applicationId: POPULAR_ID }] },
  'apps.get': { owner: [{ appId: POPULAR }], admin: [{ appId: POPULAR }] },
  'apps.getListing': { owner: [{ appId: POPULAR }] },
  'apps.getRequirements': { owner: [{ appId: POPULAR }] },
  'apps.list': {
    admin: [
      { scope: 'all' },
      { scope: 'all', limit: 100 },
      { scope: 'all', query: 'harbour' },
      { scope: 'all', query: 'harbour', sort: 'name' },
      { scope: 'all', query: 'harbour', status: 'removed', platform: 'ios' },
      { scope: 'all', query: 'example' },
      { scope: 'all', query: 'org.example.c4ca4238' },
      { scope: 'all', query: 'no such app' },
      { scope: 'all', query: 'zz' },
      { scope: 'all', query: 'o' },
      { scope: 'all', sort: 'name' },
      { scope: 'all', sort: 'name', cursor: cursor('name', 'thistle', 'x') },
      { scope: 'all', sort: 'status' },
      { scope: 'all', sort: 'status', cursor: cursor('status', 'published', 'x') },
      { scope: 'all', sort: 'updated' },
      { scope: 'all', sort: 'updated', cursor: cursor('updated', ago(500), 'x') },
      { scope: 'all', cursor: cursor('newest', ago(600), 'x') },
      { scope: 'all', status: 'removed' },
      { scope: 'all', status: 'unpublished' },
      { scope: 'all', status: 'removed', sort: 'name' },
      { scope: 'all', status: 'unpublished', sort: 'updated' },
      { scope: 'all', platform: 'ios' },
      { scope: 'all', platform: 'ios', status: 'removed' },
      { scope: 'all', platform: 'ios', status: 'removed', sort: 'name' },
    ],
    owner: [
      { scope: 'mine' },
      { scope: 'mine', limit: 100 },
      { scope: 'mine', appId: POPULAR },
      { scope: 'mine', sort: 'name' },
      { scope: 'mine', sort: 'name', cursor: cursor('name', 'thistle', 'x') },
      { scope: 'mine', sort: 'status' },
      { scope: 'mine', sort: 'updated' },
      { scope: 'mine', query: 'harbour' },
      { scope: 'mine', query: 'no such app' },
      { scope: 'mine', query: 'o' },
      { scope: 'mine', status: 'removed' },
      { scope: 'mine', status: 'unpublished', platform: 'ios' },
      { scope: 'mine', cursor: cursor('newest', ago(30), 'x') },
    ],
  },
  'apps.versionDownloads': {
    owner: [
      { appId: POPULAR, days: 30 },
      { appId: POPULAR, days: 365 },
    ],
  },
  'audit.getChain': { admin: [{}] },
  'audit.list': {
    admin: [
      {},
      { cursor: cursor(ago(1500), '1000') },
      { event: 'user.suspended' },
      { event: 'user.created' },
      { event: 'version.' },
      { event: 'review.' },
      { event: 'version.', cursor: cursor(ago(1500), '1000') },
      { from: ago(2), to: ago(1) },
      { from: ago(1500), to: ago(1499) },
      { event: 'version.', from: ago(1500), to: ago(1499) },
      { event: 'version.', from: ago(1500) },
      { event: 'version.', to: ago(1500) },
      { actorUid: seededUser(7) },
      { actorUid: seededUser(7), event: 'version.' },
      { actorUid: seededUser(7), event: 'app.created' },
      { actorUid: seededUser(7), from: ago(1500), to: ago(1000) },
      { appId: POPULAR },
      { appId: POPULAR, event: 'user.suspended' },
      { subjectUid: seededUser(6) },
    ],
  },
  'listings.getReview': { admin: [{ appId: seededApp(7) }] },
  'listings.recentChanges': {
    admin: [{}, { cursor: cursor(ago(60), 'x') }, { appId: POPULAR }],
  },
  'listings.waiting': { admin: [{}, { cursor: cursor(ago(30), 'x') }] },
  'members.list': { owner: [{ appId: POPULAR }] },
  'notifications.countUnread': { owner: [{}], busyUser: [{}] },
  'notifications.getPreferences': { owner: [{}] },
  'notifications.list': {
    owner: [{}, { limit: 100 }, { unreadOnly: true }, { cursor: cursor('50000') }],
    busyUser: [
      {},
      { unreadOnly: true },
      { unreadOnly: true, cursor: cursor('150000') },
      { cursor: cursor('11') },
    ],
  },
  'readers.list': { admin: [{}] },
  'releases.getForDevice': {
    owner: [{ platform: 'android', applicationId: POPULAR_ID, deviceId: 'a-device-of-somebody' }],
  },
  'releases.getReports': { owner: [{ versionId: seededVersion(POPULAR_VERSION) }] },
  'releases.list': { owner: [{ appId: POPULAR }], admin: [{ appId: OTHERS }] },
  'reviews.activity': { admin: [{}] },
  'reviews.get': { admin: [{ versionId: IN_REVIEW }, { versionId: SUBMITTED }] },
  'reviews.neighbors': {
    admin: [
      { versionId: SUBMITTED },
      { versionId: SUBMITTED, sort: 'findings' },
      { versionId: SUBMITTED, sort: 'name', query: 'harbour', has: 'rejection' },
    ],
  },
  'reviews.queue': {
    admin: [
      {},
      { limit: 100 },
      { sort: 'newest' },
      { sort: 'name' },
      { sort: 'permissions' },
      { sort: 'findings' },
      { sort: 'findings', query: 'harbour' },
      { query: 'no such app' },
      { reviewer: 'me' },
      { reviewer: 'nobody', sort: 'findings' },
      { change: 'first' },
      { change: 'first', sort: 'name' },
      { has: 'rejection', sort: 'name' },
      { has: 'messages' },
      { has: 'messages', sort: 'permissions' },
      { has: 'overdue', platform: 'ios' },
      { has: 'listing', sort: 'findings', reviewer: 'nobody' },
      { cursor: cursor('oldest', '', ago(5), 'x') },
    ],
  },
  'reviews.queueSummary': { admin: [{}] },
  'reviews.thread': { admin: [{ versionId: SUBMITTED }] },
  'reviews.waitingTimes': { admin: [{}] },
  'sessions.list': { owner: [{}] },
  'settings.get': { admin: [{}] },
  'settings.getRepository': { owner: [{}] },
  'setup.getChecklist': { admin: [{}] },
  'tokens.list': { owner: [{}] },
  'tokens.listOfUser': { admin: [{ uid: seededUser(20) }] },
  'trustedPublishers.list': { owner: [{ appId: POPULAR }] },
  'users.getQuotas': { admin: [{ uid: seededUser(20) }] },
  'users.list': {
    admin: [
      {},
      { limit: 100 },
      { cursor: cursor('newest', ago(340), 'x') },
      { query: 'harbour' },
      { query: 'harbour', sort: 'name' },
      { query: 'harbour', sort: 'email' },
      { query: 'example' },
      { query: 'c4ca4238' },
      { query: 'person987654' },
      { query: 'person987654@' },
      { query: 'harbour c4ca' },
      { query: 'lantern tide', sort: 'name' },
      { query: 'no such person' },
      { query: 'zz' },
      { query: 'a' },
      { query: 'a', sort: 'name' },
      { query: '@' },
      { query: seededUser(1000) },
      { query: 'harbour', role: 'admin' },
      { query: 'harbour', role: 'developer', status: 'unverified', sort: 'email' },
      { query: 'harbour', status: 'suspended' },
      { role: 'admin' },
      { role: 'user' },
      { role: 'developer', sort: 'name' },
      { role: 'admin', sort: 'name' },
      { role: 'admin', status: 'suspended' },
      { role: 'admin', status: 'verified', sort: 'email' },
      { role: 'user', status: 'verified' },
      { status: 'suspended' },
      { status: 'suspended', sort: 'name' },
      { status: 'verified' },
      { status: 'verified', sort: 'email' },
      { status: 'unverified' },
      { sort: 'name' },
      { sort: 'name', cursor: cursor('name', 'thistle', 'x') },
      { sort: 'email', cursor: cursor('email', 'person5', 'x') },
      { publishing: 'waiting' },
      { publishing: 'waiting', query: 'harbour' },
      { publishing: 'waiting', query: 'no such person' },
    ],
  },
  'users.me': { owner: [{}], busyUser: [{}] },
  'versions.compare': { owner: [{ versionId: seededVersion(POPULAR_VERSION) }] },
  'versions.get': { owner: [{ versionId: seededVersion(POPULAR_VERSION) }] },
  'versions.getReceipt': { owner: [{ versionId: seededVersion(POPULAR_VERSION) }] },
  'versions.history': { owner: [{ versionId: seededVersion(POPULAR_VERSION) }] },
  'versions.list': {
    owner: [
      { appId: POPULAR },
      { appId: POPULAR, limit: 100 },
      { appId: POPULAR, cursor: cursor(ago(30), 'x') },
    ],
    admin: [{ appId: OTHERS }],
  },
  'webhooks.deliveries': {
    owner: [{ webhookId: seededWebhook }, { webhookId: seededWebhook, cursor: cursor(ago(11), 'x') }],
  },
  'webhooks.list': { owner: [{ appId: POPULAR }] },
};
