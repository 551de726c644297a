import type { SwitchableKind } from '#shared/notifications/preferences.ts';

/** The words around a notice in a mail; the notice's own come with it. */
export interface MailTexts {
  readonly open: string;
  readonly why: (storeName: string) => string;
  readonly stop: Readonly<Record<SwitchableKind, string>>;
  readonly security: (storeName: string) => string;
  readonly digestSubject: (count: number, storeName: string) => string;
  readonly digestOpen: string;
}

const ENGLISH: MailTexts = {
  open: 'Open it in the store',
  why: (storeName) => `You get this mail because you have an account at ${storeName}.`,
  stop: {
    appUpdates: 'To get no more mails about app updates, open',
    approvalNotifications: 'To get no more mails about reviews, open',
    systemAnnouncements: 'To get no more announcements by mail, open',
  },
  security: (storeName) =>
    `This concerns your account or your apps at ${storeName}, so it comes whatever your notification settings are.`,
  digestSubject: (count, storeName) =>
    count === 1 ? `One notification from ${storeName}` : `${count} notifications from ${storeName}`,
  digestOpen: 'See your notifications',
};

/** By the main part of a BCP 47 tag. A further language is one more entry. */
const LANGUAGES: Readonly<Record<string, MailTexts>> = { en: ENGLISH };

/** The words for a person's language (a BCP 47 tag); English where that is unset or has none. */
export function mailTexts(language: string | null): MailTexts {
  const main = language?.split('-')[0]?.toLowerCase() ?? 'en';
  return LANGUAGES[main] ?? ENGLISH;
}
