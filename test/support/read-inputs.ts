import type { CallInput, ReadingCall } from '#shared/calls.ts';

/** The people who call: an admin, a publisher, and a user with unread notifications. */
export const READ_CALLERS = ['admin', 'owner', 'busyUser'] as const;
export type ReadCaller = (typeof READ_CALLERS)[number];

/** Reads that need something which only an email or a waiting program has. */
export type SecretRead = 'deviceAuthorizations.get' | 'members.getInvitation' | 'users.getInvitation';

export type ReadInputs<Name extends ReadingCall> = Partial<Record<ReadCaller, readonly CallInput<Name>[]>>;
type AllReadInputs = { readonly [Name in Exclude<ReadingCall, SecretRead>]: ReadInputs<Name> };

/** Ids of what the inputs name. */
export interface ReadTargets {
  /** A published app of the owner. */
  readonly appId: string;
  readonly applicationId: string;
  readonly manyAppIds: string[];
  readonly otherAppId: string;
  /** An app whose listing waits for a review. */
  readonly changedAppId: string;
  readonly publishedVersionId: string;
  /** The newest version of the owner's app. */
  readonly latestVersionId: string;
  readonly inReviewVersionId: string;
  readonly submittedVersionId: string;
  readonly webhookId: string;
  readonly uid: string;
  /** A user who caused many entries of the audit log. */
  readonly actorUid: string;
  /** A user whom entries of the audit log are about. */
  readonly subjectUid: string;
}

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const cursor = (...parts: readonly string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Returns the inputs of every call that reads, for which it could have most to do. A new one does not compile without them. */
export function readInputs(targets: ReadTargets): AllReadInputs {
  return {
    'account.getExport': { owner: [{}] },
    'account.previewDeletion': { owner: [{}] },
    'account.usage': { owner: [{}] },
    'admin.overview': { admin: [{}] },
    'admin.removalRequests': { admin: [{}] },
    'announcements.countAudience': { admin: [{ audience: 'everyone' }, { audience: 'developers' }] },
    'announcements.list': { admin: [{}, { cursor: cursor(ago(900), 'x') }] },
    'antiFeatures.list': { owner: [{ appId: targets.appId }] },
    'apps.actionRequired': { owner: [{}], admin: [{}] },
    'apps.checkId': { owner: [{ platform: 'android', applicationId: 'org.example.other' }] },
    'apps.dailyDownloads': {
      owner: [{ appIds: targets.manyAppIds }],
      admin: [{ appIds: targets.manyAppIds }],
    },
    'apps.downloads': { owner: [{ days: 30 }, { days: 365 }] },
    'apps.exportListing': { owner: [{ appId: targets.appId }] },
    'apps.find': { owner: [{ platform: 'android', applicationId: targets.applicationId }] },
    'apps.get': { owner: [{ appId: targets.appId }], admin: [{ appId: targets.appId }] },
    'apps.getListing': { owner: [{ appId: targets.appId }] },
    'apps.getLookalikes': { owner: [{ appId: targets.appId }] },
    'apps.listingHistory': {
      owner: [{ appId: targets.appId }, { appId: targets.appId, cursor: cursor(ago(60), 'x') }],
    },
    'apps.getRequirements': { owner: [{ appId: targets.appId }] },
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
        { scope: 'mine', appId: targets.appId },
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
        { appId: targets.appId, days: 30 },
        { appId: targets.appId, days: 365 },
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
        { events: ['settings.updated', 'settings.logo-changed'] },
        { event: 'version.', cursor: cursor(ago(1500), '1000') },
        { from: ago(2), to: ago(1) },
        { from: ago(1500), to: ago(1499) },
        { event: 'version.', from: ago(1500), to: ago(1499) },
        { event: 'version.', from: ago(1500) },
        { event: 'version.', to: ago(1500) },
        { actorUid: targets.actorUid },
        { actorUid: targets.actorUid, event: 'version.' },
        { actorUid: targets.actorUid, event: 'app.created' },
        { actorUid: targets.actorUid, from: ago(1500), to: ago(1000) },
        { appId: targets.appId },
        { appId: targets.appId, event: 'user.suspended' },
        { subjectUid: targets.subjectUid },
      ],
    },
    'blocks.list': { admin: [{}, { state: 'lifted' }, { cursor: cursor(ago(30), 'x') }] },
    'holds.list': {
      admin: [
        {},
        { state: 'lifted' },
        { cursor: cursor(ago(30), 'x') },
        { state: 'lifted', cursor: cursor(ago(30), 'x') },
        { subjectId: targets.appId },
        { state: 'lifted', subjectId: targets.uid },
      ],
    },
    'holds.preview': {
      admin: [
        { subject: 'version', subjectId: targets.publishedVersionId },
        { subject: 'app', subjectId: targets.appId },
        { subject: 'publisher', subjectId: targets.uid },
      ],
    },
    'listings.getReview': { admin: [{ appId: targets.changedAppId }] },
    'listings.recentChanges': {
      admin: [{}, { cursor: cursor(ago(60), 'x') }, { appId: targets.appId }],
    },
    'listings.waiting': { admin: [{}, { cursor: cursor(ago(30), 'x') }] },
    'members.list': { owner: [{ appId: targets.appId }] },
    'notifications.countUnread': { owner: [{}], busyUser: [{}] },
    'notifications.getPreferences': { owner: [{}] },
    'notifications.list': {
      owner: [{}, { limit: 100 }, { unreadOnly: true }, { cursor: cursor('50000') }],
      busyUser: [
        {},
        { unreadOnly: true },
        { unreadOnly: true, cursor: cursor('150000') },
        { cursor: cursor('11') },
        { grouped: true },
        { grouped: true, unreadOnly: true },
        { grouped: true, cursor: cursor('rest', '150000') },
        { updates: { id: '150000', oldest: '11' } },
      ],
    },
    'readers.list': { admin: [{}] },
    'releases.getForDevice': {
      owner: [
        { platform: 'android', applicationId: targets.applicationId, deviceId: 'a-device-of-somebody' },
      ],
    },
    'releases.getReports': { owner: [{ versionId: targets.publishedVersionId }] },
    'releases.list': { owner: [{ appId: targets.appId }], admin: [{ appId: targets.otherAppId }] },
    'reviews.activity': { admin: [{}] },
    'reviews.get': {
      admin: [{ versionId: targets.inReviewVersionId }, { versionId: targets.submittedVersionId }],
    },
    'reviews.getBulkFacts': {
      admin: [{ versionIds: [targets.submittedVersionId, targets.inReviewVersionId] }],
    },
    'reviews.getTestCredentials': { admin: [{ versionId: targets.submittedVersionId }] },
    'reviews.icons': { admin: [{ versionId: targets.submittedVersionId }] },
    'reviews.neighbors': {
      admin: [
        { versionId: targets.submittedVersionId },
        { versionId: targets.submittedVersionId, sort: 'findings' },
        { versionId: targets.submittedVersionId, sort: 'name', query: 'harbour', has: 'rejection' },
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
    'reviews.thread': { admin: [{ versionId: targets.submittedVersionId }] },
    'reviews.waitingTimes': { admin: [{}] },
    'sessions.list': { owner: [{}] },
    'settings.get': { admin: [{}] },
    'settings.getLegalTexts': { admin: [{}] },
    'settings.getMail': { admin: [{}] },
    'settings.getRepository': { owner: [{}] },
    'settings.getTerms': { owner: [{ languages: ['de'] }] },
    'setup.getChecklist': { admin: [{}] },
    'tokens.list': { owner: [{}] },
    'tokens.listOfUser': { admin: [{ uid: targets.uid }] },
    'trustedPublishers.list': { owner: [{ appId: targets.appId }] },
    'stops.preview': {
      admin: [
        { by: 'publisher', value: targets.uid },
        { by: 'certificate', value: 'a'.repeat(64) },
        { by: 'file', value: 'b'.repeat(64) },
        { by: 'library', value: 'libexample.so' },
        { by: 'library', value: 'libexample.so#0badcafe' },
      ],
    },
    'users.getQuotas': { admin: [{ uid: targets.uid }] },
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
        { query: targets.uid },
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
    'versions.compare': { owner: [{ versionId: targets.latestVersionId }] },
    'users.listInvitations': { admin: [{}] },
    'versions.get': { owner: [{ versionId: targets.latestVersionId }] },
    'versions.getReceipt': { owner: [{ versionId: targets.publishedVersionId }] },
    'versions.getSubmissionDraft': {
      owner: [{ versionId: targets.latestVersionId }, { versionId: targets.publishedVersionId }],
    },
    'versions.history': { owner: [{ versionId: targets.publishedVersionId }] },
    'versions.list': {
      owner: [
        { appId: targets.appId },
        { appId: targets.appId, limit: 100 },
        { appId: targets.appId, cursor: cursor('{1}', ago(30), 'x') },
      ],
      admin: [{ appId: targets.otherAppId }],
    },
    'webhooks.deliveries': {
      owner: [
        { webhookId: targets.webhookId },
        { webhookId: targets.webhookId, cursor: cursor(ago(11), 'x') },
      ],
    },
    'webhooks.list': { owner: [{ appId: targets.appId }] },
  };
}
