import { NOTIFICATION_KINDS, type SwitchableKind } from '#shared/notifications/preferences.ts';

/** The fixed texts of an email, around the notification's own. */
export interface EmailTexts {
  readonly open: string;
  readonly reason: (storeName: string) => string;
  /** Introduces the link by which emails of a kind are stopped. */
  readonly stop: (kind: SwitchableKind) => string;
  readonly security: (storeName: string) => string;
  readonly digestSubject: (count: number, storeName: string) => string;
  readonly updateSubject: (storeName: string) => string;
  readonly messagesSubject: (count: number, storeName: string) => string;
  readonly digestOpen: string;
}

const ENGLISH: EmailTexts = {
  open: 'Open in the store',
  reason: (storeName) => `You’re getting this email because you have an account at ${storeName}.`,
  stop: (kind) => `To stop ${NOTIFICATION_KINDS[kind].emails}, open`,
  security: (storeName) =>
    `This is about your account or your apps at ${storeName}, so we send it regardless of your notification settings.`,
  digestSubject: (count, storeName) =>
    count === 1 ? `1 notification from ${storeName}` : `${count} notifications from ${storeName}`,
  updateSubject: (storeName) => `An app was updated at ${storeName}`,
  messagesSubject: (count, storeName) =>
    count === 1 ? `New message at ${storeName}` : `${count} new messages at ${storeName}`,
  digestOpen: 'View notifications',
};

/** Texts by the primary subtag of a BCP 47 tag. To add a language, add an entry. */
const LANGUAGES: Readonly<Record<string, EmailTexts>> = { en: ENGLISH };

/** Returns the texts in a user's language (a BCP 47 tag), or in English when it is unset or unknown. */
export function emailTexts(language: string | null): EmailTexts {
  const main = language?.split('-')[0]?.toLowerCase() ?? 'en';
  return LANGUAGES[main] ?? ENGLISH;
}
