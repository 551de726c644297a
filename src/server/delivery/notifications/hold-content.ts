import { plural, t } from '#shared/languages/translate.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { accountContent, type NotificationContent, TITLES } from './content.ts';

/* The notifications of holds. Nobody can switch them off: what is held is gone from the store. */

interface HeldContent {
  readonly reason: string;
  /** ISO 8601. */
  readonly reviewAt: string;
}

/** Returns what publishers can expect of a hold. */
function afterHold(reviewAt: string): string {
  return t`Nothing was deleted. The store’s staff will look at it again by ${reviewAt.slice(0, 10)}. Contact them if you believe that this is a mistake.`;
}

function holdContent(app: AppRow, title: NotificationContent['title'], message: string): NotificationContent {
  return { kind: 'security', type: 'system_message', title, message, data: { appId: app.id } };
}

/** Returns the notification that staff hold an app, or several apps of one publisher. */
export function appHeldContent(
  app: AppRow,
  { others = 0, reason, reviewAt }: HeldContent & { readonly others?: number },
): NotificationContent {
  const { name } = app;
  const message =
    others === 0
      ? t`${name} is on hold, so nobody can see or download it: ${reason}`
      : plural(
          others,
          {
            one: '{name} and # other app that you work on are on hold, so nobody can see or download them: {reason}',
            other:
              '{name} and # other apps that you work on are on hold, so nobody can see or download them: {reason}',
          },
          { name, reason },
        );
  return holdContent(app, TITLES.appHeld, `${message} ${afterHold(reviewAt)}`);
}

/** Returns the notification that staff hold a version, and others that its recipient works on. */
export function versionHeldContent(
  app: AppRow,
  {
    version,
    together,
    reason,
    reviewAt,
  }: HeldContent & { readonly version: string; readonly together: number },
): NotificationContent {
  const others = together - 1;
  const { name } = app;
  const message =
    others === 0
      ? t`Version ${version} of ${name} is on hold, so nobody can see or download it: ${reason}`
      : plural(
          others,
          {
            one: 'Version {version} of {name} and # other version that you work on are on hold, so nobody can see or download them: {reason}',
            other:
              'Version {version} of {name} and # other versions that you work on are on hold, so nobody can see or download them: {reason}',
          },
          { version, name, reason },
        );
  return holdContent(app, TITLES.versionHeld, `${message} ${afterHold(reviewAt)}`);
}

/** Returns the notification that staff hold everything of its recipient. */
export function publisherHeldContent({ reason, reviewAt }: HeldContent): NotificationContent {
  const message = t`All your apps are on hold, so nobody can see or download them: ${reason}`;
  return accountContent(TITLES.allHeld, `${message} ${afterHold(reviewAt)}`);
}

/** Returns the notification that staff lifted the hold on an app, or on several apps of one publisher. */
export function appHoldLiftedContent(
  app: AppRow,
  { others = 0, reason }: { readonly others?: number; readonly reason: string },
): NotificationContent {
  const { name } = app;
  const message =
    others === 0
      ? t`The hold on ${name} was lifted: ${reason}`
      : plural(
          others,
          {
            one: 'The hold on {name} and # other app that you work on was lifted: {reason}',
            other: 'The hold on {name} and # other apps that you work on was lifted: {reason}',
          },
          { name, reason },
        );
  return holdContent(app, TITLES.holdLifted, message);
}

/** Returns the notification that staff lifted the hold on one version. */
export function versionHoldLiftedContent(
  app: AppRow,
  { version, reason }: { readonly version: string; readonly reason: string },
): NotificationContent {
  const message = t`The hold on version ${version} of ${app.name} was lifted: ${reason}`;
  return holdContent(app, TITLES.holdLifted, message);
}

/** Returns the notification that staff lifted the hold on everything of its recipient. */
export function publisherHoldLiftedContent(reason: string): NotificationContent {
  return accountContent(TITLES.holdLifted, t`The hold on all your apps was lifted: ${reason}`);
}
