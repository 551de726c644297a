import { eq } from 'drizzle-orm';
import type { NamedField } from '#shared/listings/events.ts';
import { rejectionText } from '#shared/notifications/version-notifications.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { type EmittedEvent, on } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { reviewMessages } from '../../platform/db/tables/reviews.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { notifyAdmins } from './admins.ts';
import { notifyComment } from './comments.ts';
import { contentOf, type NotificationContent } from './content.ts';
import {
  notifyOfHeldApp,
  notifyOfHeldPublisher,
  notifyOfHeldVersion,
  notifyOfLiftedApp,
  notifyOfLiftedPublisher,
  notifyOfLiftedVersion,
} from './hold-notifications.ts';
import { notifyOwners } from './notify-owners.ts';
import { notifyUpdate } from './notify-update.ts';
import { notifyUser } from './notify-user.ts';
import { readEventApp, readSubject, versionTitle } from './read-subject.ts';

/** Notifies users about an event, in its transaction (specification section 7, and our additions). */
export const notifyOfEvents = on({
  'version.approved': notifyOfApproval,
  'version.rejected': async (tx, event) => {
    const { reason, reasons } = event.details;
    const { app, version } = await readSubject(tx, event);
    const values = { name: app.name, version, reason, reasons };
    const data = { appId: app.id, reason: rejectionText({ reason, reasons }) };
    await notifyUser(tx, contentOf('appRejected', values, data), { uid: app.ownerUid, now: event.at });
  },
  'version.decision-undone': async (tx, event) => {
    const { app, version } = await readSubject(tx, event);
    const content = contentOf('decisionUndone', { name: app.name, version }, { appId: app.id });
    await notifyUser(tx, content, { uid: app.ownerUid, now: event.at });
  },
  'version.removed': (tx, event) => notifyOwner(tx, event, (app) => removalContent(app, event.details)),
  'version.restored': (tx, event) => notifyOwner(tx, event, (app) => restorationContent(app, event.details)),
  'version.published': announceUpdate,
  'version.vulnerability-marked': (tx, event) => notifyOfMark(tx, event, event.details.reason),
  'version.vulnerability-unmarked': (tx, event) => notifyOfMark(tx, event, null),
  'release.halted-automatically': notifyOfHalt,
  'release.reports-suspicious': async (tx, event) => {
    const { app, version } = await readSubject(tx, event);
    const { ignored, networks } = event.details;
    const values = { name: app.name, version, ignored, networks };
    await notifyAdmins(tx, contentOf('suspiciousReports', values, releasesOf(app)), event.at);
  },
  'release.halt-disputed': async (tx, event) => {
    const { app, version } = await readSubject(tx, event);
    await notifyAdmins(tx, contentOf('haltDisputed', { name: app.name, version }, releasesOf(app)), event.at);
  },
  'release.dispute-resolved': async (tx, event) => {
    const { version } = await readSubject(tx, event);
    const { outcome, note } = event.details;
    await notifyOwner(tx, event, (app) =>
      contentOf('disputeResolved', { name: app.name, version, outcome, note }, releasesOf(app)),
    );
  },
  'app.anti-feature-set': (tx, event) => notifyOfAntiFeature(tx, event, event.details.reasons),
  'app.anti-feature-removed': (tx, event) => notifyOfAntiFeature(tx, event, null),
  'app.removed': (tx, event) => notifyOwner(tx, event, (app) => removalContent(app, event.details)),
  'app.restored': (tx, event) => notifyOwner(tx, event, (app) => restorationContent(app, event.details)),
  'app.removal-requested': (tx, event) => {
    const { removeAt, isWithAccount } = event.details;
    return notifyMembers(tx, event, (name, data) =>
      contentOf(
        'removalRequested',
        { name, on: dayOf(removeAt), isWithAccount: isWithAccount ? 1 : 0 },
        data,
      ),
    );
  },
  'app.removal-withdrawn': (tx, event) =>
    notifyMembers(tx, event, (name, data) => contentOf('removalWithdrawn', { name }, data)),
  'app.removal-declined': (tx, event) =>
    notifyMembers(tx, event, (name, data) => contentOf('removalDeclined', { name, ...event.details }, data)),
  'app.removed-on-request': (tx, event) =>
    notifyMembers(tx, event, (name, data) => contentOf('removedOnRequest', { name }, data)),
  'user.deletion-requested': (tx, event) => {
    const { deleteAt, apps } = event.details;
    return notifyAccount(tx, event, contentOf('deletionRequested', { on: dayOf(deleteAt), apps }, ACCOUNT));
  },
  'user.deletion-withdrawn': (tx, event) =>
    notifyAccount(tx, event, contentOf('deletionWithdrawn', {}, ACCOUNT)),
  'user.deletion-declined': (tx, event) =>
    notifyAccount(tx, event, contentOf('deletionDeclined', event.details, ACCOUNT)),
  'app.held': notifyOfHeldApp,
  'app.hold-lifted': notifyOfLiftedApp,
  'version.held': notifyOfHeldVersion,
  'version.hold-lifted': notifyOfLiftedVersion,
  'user.held': notifyOfHeldPublisher,
  'user.hold-lifted': notifyOfLiftedPublisher,
  'app.transferred': async (tx, event) => {
    const { id, name } = await readEventApp(tx, event.appId);
    const content = contentOf('appTransferred', { name }, { appId: id });
    await notifyUser(tx, content, { uid: event.details.from, now: event.at });
  },
  'listing.approved': (tx, event) =>
    notifyOwner(tx, event, (app) =>
      contentOf('listingApproved', changedFields(app, event.details), listingOf(app)),
    ),
  'listing.rejected': (tx, event) => {
    const { reason } = event.details;
    return notifyOwner(tx, event, (app) =>
      contentOf(
        'listingRejected',
        { ...changedFields(app, event.details), reason },
        { ...listingOf(app), reason },
      ),
    );
  },
  'listing.reverted': (tx, event) => {
    const reason = event.details.reason ?? '';
    return notifyOwner(tx, event, (app) =>
      contentOf(
        'listingReverted',
        { ...changedFields(app, event.details), reason },
        { ...listingOf(app), ...(reason !== '' && { reason }) },
      ),
    );
  },
  'review.commented': notifyOtherSide,
  'review.claim-reminded': async (tx, { appId, versionId, uid, at }) => {
    if (!uid) return;
    const { name } = await readEventApp(tx, appId);
    await notifyUser(tx, contentOf('reviewReminder', { name }, { appId, versionId }), { uid, now: at });
  },
  'user.publishing-approved': async (tx, event) => {
    const { storeName } = await readSettings(tx);
    await notifyAccount(tx, event, contentOf('publishingApproved', { storeName }));
  },
  'user.publishing-declined': async (tx, event) => {
    const { storeName } = await readSettings(tx);
    const { reason } = event.details;
    await notifyAccount(tx, event, contentOf('requestDeclined', { storeName, reason }));
  },
  'user.role-changed': async (tx, event) => {
    if (event.details.by === 'operator') await notifyAccount(tx, event, contentOf('nowAdmin', {}));
  },
  'token.leaked': (tx, event) =>
    notifyAccount(tx, event, contentOf('leakedTokenRevoked', { token: event.details.name }, API_PAGE)),
  'token.revoked-by-staff': (tx, event) => {
    const { name: token, reason } = event.details;
    return notifyAccount(tx, event, contentOf('tokenRevoked', { token, reason }, API_PAGE));
  },
  'token.expires-soon': (tx, event) => {
    const { name: token, expiresAt } = event.details;
    const values = { token, on: expiresAt.slice(0, 10) };
    return notifyAccount(tx, event, contentOf('tokenExpiresSoon', values, API_PAGE));
  },
  'trusted-publisher.added': (tx, { appId, details: { source }, at }) =>
    notifyOwners(tx, {
      appId,
      describe: (name, data) => contentOf('trustedPublisherAdded', { name, source }, data),
      now: at,
    }),
  'trusted-publisher.changed': (tx, { appId, details: { source }, at }) =>
    notifyOwners(tx, {
      appId,
      describe: (name, data) => contentOf('trustedPublisherChanged', { name, source }, data),
      now: at,
    }),
  'trusted-publisher.used': async (tx, { appId, details: { isFirst, build }, at }) => {
    if (!isFirst) return;
    const { repository } = build;
    await notifyOwners(tx, {
      appId,
      describe: (name, data) => contentOf('trustedPublisherUsed', { name, repository }, data),
      now: at,
    });
  },
  'webhook.disabled': (tx, { appId, details, at }) => {
    const { host } = new URL(details.url);
    return notifyOwners(tx, {
      appId,
      describe: (name, data) =>
        contentOf('webhookTurnedOff', { name, host, days: WEBHOOK_LIMITS.failingDays }, data),
      now: at,
    });
  },
  'user.email-confirmed-by-staff': (tx, event) => notifyAccount(tx, event, contentOf('emailConfirmed', {})),
  'user.password-link-created': async (tx, event) => {
    if (event.details.by === 'staff') await notifyAccount(tx, event, contentOf('passwordLinkCreated', {}));
  },
  'user.two-factor-removed': (tx, event) => notifyAccount(tx, event, contentOf('twoFactorTurnedOff', {})),
});

/** Leads to the settings of the user's account. */
const ACCOUNT = { part: 'account' };
const dayOf = (time: string) => time.slice(0, 10);
/** Leads to the page with the user's API tokens. */
const API_PAGE = { part: 'api' };
const releasesOf = ({ id }: AppRow) => ({ appId: id, part: 'releases' });
const listingOf = ({ id }: AppRow) => ({ appId: id, part: 'listing' });

function removalContent({ id, name }: AppRow, { reason }: { readonly reason: string }): NotificationContent {
  return contentOf('appRemoved', { name, reason }, { appId: id, reason });
}

function restorationContent(
  { id, name }: AppRow,
  { reason }: { readonly reason: string },
): NotificationContent {
  return contentOf('appRestored', { name, reason }, { appId: id });
}

/** Maximum listing fields named in a notification. */
const MAX_NAMED = 5;

function changedFields(
  { name }: AppRow,
  { changed, count }: { readonly changed: readonly NamedField[]; readonly count: number },
) {
  return {
    name,
    changed: changed.slice(0, MAX_NAMED).map(({ locale, field }) => `${field} ${locale}`),
    count,
  };
}

async function notifyOwner(
  tx: Tx,
  { appId, at }: { readonly appId: string; readonly at: Date },
  describe: (app: AppRow) => NotificationContent,
): Promise<void> {
  const app = await readEventApp(tx, appId);
  await notifyUser(tx, describe(app), { uid: app.ownerUid, now: at });
}

/** Notifies everybody who works on an app, the publisher included. */
async function notifyMembers(
  tx: Tx,
  { appId, at }: { readonly appId: string; readonly at: Date },
  describe: (name: string, data: Record<string, string>) => NotificationContent,
): Promise<void> {
  await notifyOwners(tx, { appId, describe, now: at, alsoOthers: true });
}

async function notifyAccount(
  tx: Tx,
  { uid, at }: { readonly uid: string; readonly at: Date },
  content: NotificationContent,
): Promise<void> {
  await notifyUser(tx, content, { uid, now: at });
}

async function notifyOfApproval(tx: Tx, event: EmittedEvent<'version.approved'>): Promise<void> {
  const { app, version } = await readSubject(tx, event);
  const isOfVersion = eq(releases.versionId, event.versionId);
  const [release] = await tx.select({ percentage: releases.percentage }).from(releases).where(isOfVersion);
  const percentage = release?.percentage ?? 100;
  const values = { name: app.name, version };
  const data = { appId: app.id };
  const content = () => {
    if (!event.details.isPublished) return contentOf('appApprovedOnly', values, data);
    if (percentage < 100) return contentOf('appApprovedInPart', { ...values, percentage }, data);
    return contentOf('appApproved', values, data);
  };
  await notifyUser(tx, content(), { uid: app.ownerUid, now: event.at });
}

/** Notifies of one event per request, however many versions it marked. */
async function notifyOfMark(
  tx: Tx,
  event: EmittedEvent<'version.vulnerability-marked' | 'version.vulnerability-unmarked'>,
  reason: string | null,
): Promise<void> {
  const { versionId, details } = event;
  const { together } = details;
  if (together === null) return;
  const [row] = await tx.select().from(versions).where(eq(versions.id, versionId));
  const version = versionTitle(row);
  await notifyOwner(tx, event, ({ id, name }) => {
    const values = { name, version, together };
    const data = { appId: id, versionId };
    return reason === null
      ? contentOf('vulnerabilityUnmarked', values, data)
      : contentOf('vulnerabilityMarked', { ...values, reason }, data);
  });
}

/** Notifies the publisher and staff. */
async function notifyOfHalt(tx: Tx, event: EmittedEvent<'release.halted-automatically'>): Promise<void> {
  const { details, at } = event;
  const { app, version } = await readSubject(tx, event);
  const { percentage, reports } = details;
  const values = { name: app.name, version, percentage, reports };
  const content = contentOf('rolloutHalted', values, releasesOf(app));
  const admins = await notifyAdmins(tx, content, at);
  if (!admins.includes(app.ownerUid)) await notifyUser(tx, content, { uid: app.ownerUid, now: at });
}

/** Notifies of what staff did; publishers know what they did themselves. */
async function notifyOfAntiFeature(
  tx: Tx,
  event: EmittedEvent<'app.anti-feature-set' | 'app.anti-feature-removed'>,
  reasons: Readonly<Record<string, string>> | null,
): Promise<void> {
  const { antiFeature, by } = event.details;
  if (by !== 'staff') return;
  await notifyOwner(tx, event, (app) => {
    const { name } = app;
    const data = { appId: app.id };
    if (reasons === null) return contentOf('antiFeatureRemoved', { name, antiFeature }, data);
    const reason = reasons[app.details.defaultLocale] ?? Object.values(reasons)[0] ?? '';
    return contentOf('antiFeatureAdded', { name, antiFeature, reason }, data);
  });
}

async function announceUpdate(
  tx: Tx,
  { appId, versionId, details, at }: EmittedEvent<'version.published'>,
): Promise<void> {
  if (!details.isUpdate) return;
  const app = await readEventApp(tx, appId);
  const [version] = await tx.select().from(versions).where(eq(versions.id, versionId));
  await notifyUpdate(tx, {
    appId,
    version: versionTitle(version),
    changes: version?.releaseNotes[app.details.defaultLocale] ?? '',
    now: at,
  });
}

async function notifyOtherSide(
  tx: Tx,
  { appId, versionId, uid, by, details, at }: EmittedEvent<'review.commented'>,
): Promise<void> {
  const [message] = await tx.select().from(reviewMessages).where(eq(reviewMessages.id, details.messageId));
  if (!uid || !by || !message) return;
  const app = await readEventApp(tx, appId);
  await notifyComment(tx, { app, versionId, to: uid, text: message.text, by, now: at });
}
