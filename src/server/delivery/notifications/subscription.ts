import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { REJECTION_REASONS } from '#shared/reviews/reasons.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { type EmittedEvent, on } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { reviewMessages } from '../../platform/db/tables/reviews.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { notifyAdmins } from './admins.ts';
import { notifyComment } from './comments.ts';
import {
  accountContent,
  antiFeatureContent,
  approvalContent,
  approvalOnlyContent,
  disputeContent,
  haltContent,
  type NotificationContent,
  rejectionContent,
  removalContent,
  resolutionContent,
  restorationContent,
  staleClaimContent,
  suspiciousReportsContent,
  TITLES,
  tokenContent,
  transferContent,
  vulnerabilityContent,
} from './content.ts';
import {
  notifyOfHeldApp,
  notifyOfHeldPublisher,
  notifyOfHeldVersion,
  notifyOfLiftedApp,
  notifyOfLiftedPublisher,
  notifyOfLiftedVersion,
} from './hold-notifications.ts';
import { listingApprovalContent, listingRejectionContent, listingRevertContent } from './listing-content.ts';
import { notifyOwners } from './notify-owners.ts';
import { notifyUpdate } from './notify-update.ts';
import { notifyUser } from './notify-user.ts';
import { readEventApp, readSubject, versionTitle } from './read-subject.ts';

/** Notifies users about an event, in its transaction (specification section 7, and our additions). */
export const notifyOfEvents = on({
  'version.approved': (tx, event) =>
    notifyOwner(tx, event, event.details.isPublished ? approvalContent : approvalOnlyContent),
  'version.rejected': (tx, event) =>
    notifyOwner(tx, event, (app) => rejectionContent(app, rejectionText(event))),
  'version.removed': (tx, event) =>
    notifyOwner(tx, event, (app) => removalContent(app, event.details.reason)),
  'version.restored': (tx, event) =>
    notifyOwner(tx, event, (app) => restorationContent(app, event.details.reason)),
  'version.published': announceUpdate,
  'version.vulnerability-marked': (tx, event) => notifyOfMark(tx, event, event.details.reason),
  'version.vulnerability-unmarked': (tx, event) => notifyOfMark(tx, event, null),
  'release.halted-automatically': notifyOfHalt,
  'release.reports-suspicious': async (tx, event) => {
    const { app, version } = await readSubject(tx, event);
    await notifyAdmins(tx, suspiciousReportsContent(app, { version, ...event.details }), event.at);
  },
  'release.halt-disputed': async (tx, event) => {
    const { app, version } = await readSubject(tx, event);
    await notifyAdmins(tx, disputeContent(app, { version }), event.at);
  },
  'release.dispute-resolved': async (tx, event) => {
    const { version } = await readSubject(tx, event);
    await notifyOwner(tx, event, (app) => resolutionContent(app, { version, ...event.details }));
  },
  'app.anti-feature-set': (tx, event) => notifyOfAntiFeature(tx, event, event.details.reasons),
  'app.anti-feature-removed': (tx, event) => notifyOfAntiFeature(tx, event, null),
  'app.removed': (tx, event) => notifyOwner(tx, event, (app) => removalContent(app, event.details.reason)),
  'app.restored': (tx, event) =>
    notifyOwner(tx, event, (app) => restorationContent(app, event.details.reason)),
  'app.held': notifyOfHeldApp,
  'app.hold-lifted': notifyOfLiftedApp,
  'version.held': notifyOfHeldVersion,
  'version.hold-lifted': notifyOfLiftedVersion,
  'user.held': notifyOfHeldPublisher,
  'user.hold-lifted': notifyOfLiftedPublisher,
  'app.transferred': async (tx, event) =>
    notifyUser(tx, transferContent(await readEventApp(tx, event.appId)), {
      uid: event.details.from,
      now: event.at,
    }),
  'listing.approved': (tx, event) =>
    notifyOwner(tx, event, (app) => listingApprovalContent(app, event.details)),
  'listing.rejected': (tx, event) =>
    notifyOwner(tx, event, (app) => listingRejectionContent(app, event.details)),
  'listing.reverted': (tx, event) =>
    notifyOwner(tx, event, (app) => listingRevertContent(app, event.details)),
  'review.commented': notifyOtherSide,
  'review.claim-reminded': async (tx, { appId, versionId, uid, at }) => {
    if (uid)
      await notifyUser(tx, staleClaimContent(await readEventApp(tx, appId), versionId), { uid, now: at });
  },
  'user.publishing-approved': async (tx, event) => {
    const { storeName } = await readSettings(tx);
    const message = t`${storeName} approved your request to publish. Create your first app.`;
    await notifyAccount(tx, event, accountContent(TITLES.publishingApproved, message));
  },
  'user.publishing-declined': async (tx, event) => {
    const { storeName } = await readSettings(tx);
    const message = t`${storeName} declined your request to publish: ${event.details.reason}`;
    await notifyAccount(tx, event, accountContent(TITLES.requestDeclined, message));
  },
  'user.role-changed': async (tx, event) => {
    if (event.details.by !== 'operator') return;
    const message = t`The operator of this store made your account an admin.`;
    await notifyAccount(tx, event, accountContent(TITLES.nowAdmin, message));
  },
  'token.leaked': (tx, event) => {
    const message = t`Somebody found your API token “${event.details.name}” in public and reported it. Nobody can use it any more. Create a new one, and check what was done with it.`;
    return notifyAccount(tx, event, tokenContent(TITLES.leakedTokenRevoked, message));
  },
  'token.revoked-by-staff': (tx, event) => {
    const message = t`The store’s staff revoked your API token “${event.details.name}”: ${event.details.reason}`;
    return notifyAccount(tx, event, tokenContent(TITLES.tokenRevoked, message));
  },
  'token.expires-soon': (tx, event) => {
    const { name, expiresAt } = event.details;
    const message = t`Your API token “${name}” expires on ${expiresAt.slice(0, 10)}. Create a new one before what uses it stops.`;
    return notifyAccount(tx, event, tokenContent(TITLES.tokenExpiresSoon, message));
  },
  'trusted-publisher.added': (tx, { appId, details, at }) => {
    const describe = (name: string) => ({
      title: TITLES.trustedPublisherAdded,
      message: t`Build jobs of ${details.source} may now publish ${name} without a password or token. If none of its owners wanted that, remove it in the app’s settings.`,
    });
    return notifyOwners(tx, { appId, describe, now: at });
  },
  'trusted-publisher.changed': (tx, { appId, details, at }) => {
    const describe = (name: string) => ({
      title: TITLES.trustedPublisherChanged,
      message: t`Somebody changed which build jobs of ${details.source} may publish ${name}, or what they may do. If none of its owners wanted that, remove the trusted publisher in the app’s settings.`,
    });
    return notifyOwners(tx, { appId, describe, now: at });
  },
  'trusted-publisher.used': async (tx, { appId, details, at }) => {
    if (!details.isFirst) return;
    const describe = (name: string) => ({
      title: TITLES.trustedPublisherUsed,
      message: t`A build job of ${details.build.repository} got a token for ${name}. If that isn’t your repository, remove the trusted publisher in the app’s settings.`,
    });
    await notifyOwners(tx, { appId, describe, now: at });
  },
  'webhook.disabled': (tx, { appId, details, at }) => {
    const describe = (name: string) => ({
      title: TITLES.webhookTurnedOff,
      message: t`The webhook of ${name} to ${new URL(details.url).host} was turned off because every attempt failed for ${WEBHOOK_LIMITS.failingDays} days. It gets no more deliveries. Fix the receiver, then turn the webhook on in the app’s settings.`,
    });
    return notifyOwners(tx, { appId, describe, now: at });
  },
  'user.email-confirmed-by-staff': (tx, event) => {
    const message = t`Store staff confirmed the email of your account. You can use everything that needs a confirmed email now.`;
    return notifyAccount(tx, event, accountContent(TITLES.emailConfirmed, message));
  },
  'user.password-link-created': async (tx, event) => {
    if (event.details.by !== 'staff') return;
    const message = t`Store staff created a link for setting a new password for your account, which works once. If you didn’t ask for it, ask them why.`;
    await notifyAccount(tx, event, accountContent(TITLES.passwordLinkCreated, message));
  },
  'user.two-factor-removed': (tx, event) => {
    const message = t`The operator of this store turned it off and signed you out everywhere. Set it up again in your settings.`;
    return notifyAccount(tx, event, accountContent(TITLES.twoFactorTurnedOff, message));
  },
});

async function notifyOwner(
  tx: Tx,
  { appId, at }: { readonly appId: string; readonly at: Date },
  describe: (app: AppRow) => NotificationContent,
): Promise<void> {
  const app = await readEventApp(tx, appId);
  await notifyUser(tx, describe(app), { uid: app.ownerUid, now: at });
}

async function notifyAccount(
  tx: Tx,
  { uid, at }: { readonly uid: string; readonly at: Date },
  content: NotificationContent,
): Promise<void> {
  await notifyUser(tx, content, { uid, now: at });
}

/** Returns the reasons chosen from the list, followed by the reviewer's own text. */
function rejectionText({ details }: EmittedEvent<'version.rejected'>): string {
  return [...details.reasons.map((id) => REJECTION_REASONS[id].sentence), details.reason].join(' ');
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
  await notifyOwner(tx, event, (app) => vulnerabilityContent(app, { versionId, version, together, reason }));
}

/** Notifies the publisher and staff. */
async function notifyOfHalt(tx: Tx, event: EmittedEvent<'release.halted-automatically'>): Promise<void> {
  const { details, at } = event;
  const { app, version } = await readSubject(tx, event);
  const content = haltContent(app, { version, percentage: details.percentage, reports: details.reports });
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
    const reason = reasons && (reasons[app.details.defaultLocale] ?? Object.values(reasons)[0] ?? '');
    return antiFeatureContent(app, { antiFeature, reason });
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
