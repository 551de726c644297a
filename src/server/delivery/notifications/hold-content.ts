import { plural, t } from '#shared/languages/translate.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { accountContent, type NotificationContent } from './content.ts';
import { TITLES } from './titles.ts';

/* The notifications of holds. Nobody can switch them off: what is held is gone from the store. */

interface Held {
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

/** Returns the notification that staff hold an app. */
export function appHeldContent(app: AppRow, { reason, reviewAt }: Held): NotificationContent {
  const message = t`Your app ${app.name} is on hold, so nobody can see or download it: ${reason}`;
  return holdContent(app, TITLES.appHeld, `${message} ${afterHold(reviewAt)}`);
}

/** Returns the notification that staff hold a version, or several of one publisher's together. */
export function versionHeldContent(
  app: AppRow,
  { version, together, reason, reviewAt }: Held & { readonly version: string; readonly together: number },
): NotificationContent {
  const others = together - 1;
  const name = app.name;
  const message =
    others === 0
      ? t`Version ${version} of your app ${name} is on hold, so nobody can see or download it: ${reason}`
      : plural(
          others,
          {
            one: 'Version {version} of your app {name} and # other version of your apps are on hold, so nobody can see or download them: {reason}',
            other:
              'Version {version} of your app {name} and # other versions of your apps are on hold, so nobody can see or download them: {reason}',
          },
          { version, name, reason },
        );
  return holdContent(app, TITLES.versionHeld, `${message} ${afterHold(reviewAt)}`);
}

/** Returns the notification that staff hold everything of a publisher. */
export function publisherHeldContent({ reason, reviewAt }: Held): NotificationContent {
  const message = t`All your apps are on hold, so nobody can see or download them: ${reason}`;
  return accountContent(TITLES.allHeld, `${message} ${afterHold(reviewAt)}`);
}

/** Returns the notification that staff lifted the hold on an app, or on one version. */
export function holdLiftedContent(
  app: AppRow,
  { version, reason }: { readonly version: string | null; readonly reason: string },
): NotificationContent {
  const message =
    version === null
      ? t`The hold on your app ${app.name} was lifted: ${reason}`
      : t`The hold on version ${version} of your app ${app.name} was lifted: ${reason}`;
  return holdContent(app, TITLES.holdLifted, message);
}

/** Returns the notification that staff lifted the hold on everything of a publisher. */
export function publisherHoldLiftedContent(reason: string): NotificationContent {
  return accountContent(TITLES.holdLifted, t`The hold on all your apps was lifted: ${reason}`);
}
