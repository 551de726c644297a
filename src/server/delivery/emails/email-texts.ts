import { plural, t } from '#shared/languages/translate.ts';
import { NOTIFICATION_KINDS, type SwitchableKind } from '#shared/notifications/preferences.ts';

/** The fixed texts of an email, around the notification's own, in the language in which it is written. */
export const EMAIL_TEXTS = {
  open: () => t`Open in the store`,
  reason: (storeName: string) => t`You’re getting this email because you have an account at ${storeName}.`,
  /** Introduces the link by which emails of a kind are stopped. */
  stop: (kind: SwitchableKind, url: string) => t`To stop ${NOTIFICATION_KINDS[kind].emails()}, open ${url}`,
  settings: (url: string) => t`Choose what you get by email, and when: ${url}`,
  security: (storeName: string) =>
    t`This is about your account or your apps at ${storeName}, so we send it regardless of your notification settings.`,
  notificationsSubject: (count: number, storeName: string) =>
    plural(
      count,
      { one: '# notification from {storeName}', other: '# notifications from {storeName}' },
      { storeName },
    ),
  messagesSubject: (count: number, storeName: string) =>
    plural(
      count,
      { one: 'New message at {storeName}', other: '# new messages at {storeName}' },
      { storeName },
    ),
  updatedApps: (count: number) => plural(count, { one: '# app was updated:', other: '# apps were updated:' }),
  /** One line for an app in a digest, with its latest version. */
  updates: (count: number, name: string, version: string) =>
    plural(
      count,
      { one: '{name}: version {version}', other: '{name}: # updates, the latest is version {version}' },
      { name, version },
    ),
  moreApps: (count: number) => plural(count, { one: 'And # more app.', other: 'And # more apps.' }),
  moreNotifications: (count: number) =>
    plural(count, { one: 'And # more notification.', other: 'And # more notifications.' }),
  openAll: () => t`View notifications`,
};
