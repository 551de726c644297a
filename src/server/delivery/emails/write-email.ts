import { createHash } from 'node:crypto';
import {
  decisionSubject,
  hasFixedTitle,
  wordNotification,
} from '#shared/notifications/notification-records.ts';
import type { EmailParts } from '../../platform/branding/render-email.ts';
import type { Config } from '../../platform/config/config.ts';
import { languageOf, writeIn } from '../../platform/languages.ts';
import type { Delivery } from '../notifications/deliveries.ts';
import { notificationsUrl, notificationUrl } from '../notifications/notification-url.ts';
import { EMAIL_TEXTS } from './email-texts.ts';
import { signUnsubscription } from './unsubscribe-token.ts';
import { listUpdates } from './updated-apps.ts';

/** Longest subject that names an app, in characters; longer ones are cut. */
const MAX_SUBJECT_LENGTH = 150;

/** Maximum notifications of a digest that are shown each by itself, and characters of each one. */
const MAX_SHOWN = 30;
const MAX_TEXT_LENGTH = 500;

/** The store's details in an email. */
export interface Sender {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly secret: string;
  readonly storeName: string;
  /** True when anyone can open the store's pages. */
  readonly isPublic: boolean;
}

/** Writes the email about one notification in its reader's language, with a link to its subject and one to unsubscribe. */
export function writeEmail(delivery: Delivery, sender: Sender): EmailParts {
  const language = languageOf(delivery);
  return { language, ...writeIn(language, () => wordEmail(delivery, sender)) };
}

function wordEmail(delivery: Delivery, sender: Sender): EmailParts {
  const stop = stopLink(delivery, sender);
  return {
    to: delivery.email,
    subject: subjectOf(delivery, sender.storeName),
    paragraphs: textsOf(delivery).message.split(/\n+/).filter(Boolean),
    action: { label: EMAIL_TEXTS.open(), url: linkOf(delivery, sender) },
    footnote: stop ? footnoteOf([stop], sender) : EMAIL_TEXTS.security(sender.storeName),
    headers: { ...messageId(delivery, sender), ...unsubscribeHeaders(stop?.url) },
  };
}

type Deliveries = readonly [Delivery, ...Delivery[]];

/**
 * Writes one email about several notifications of one user in their language: what concerns them first, then the updated
 * apps with the number of their updates.
 */
export function writeDigest(deliveries: Deliveries, sender: Sender): EmailParts {
  const language = languageOf(deliveries[0]);
  return { language, ...writeIn(language, () => wordDigest(deliveries, sender)) };
}

function wordDigest(deliveries: Deliveries, sender: Sender): EmailParts {
  const [first] = deliveries;
  const last = deliveries.at(-1) ?? first;
  const updates = deliveries.filter(({ type }) => type === 'app_update');
  const others = deliveries.filter(({ type }) => type !== 'app_update');
  const kinds = new Set(deliveries.map(({ kind }) => kind));
  const stops = [...kinds].flatMap((kind) => stopLink({ uid: first.uid, kind }, sender) ?? []);
  const more = others.length - MAX_SHOWN;
  return {
    to: first.email,
    subject: digestSubject(deliveries, sender.storeName),
    paragraphs: [
      ...others.slice(0, MAX_SHOWN).map(lineOf),
      ...(more > 0 ? [EMAIL_TEXTS.moreNotifications(more)] : []),
      ...listUpdates(updates),
    ],
    action:
      deliveries.length === 1
        ? { label: EMAIL_TEXTS.open(), url: linkOf(first, sender) }
        : { label: EMAIL_TEXTS.openAll(), url: notificationsUrl(sender.config.publicUrl) },
    footnote: footnoteOf(stops, sender),
    headers: { ...messageId(last, sender), ...unsubscribeHeaders(stops[0]?.url) },
  };
}

function textsOf({ title, message, about }: Delivery) {
  return wordNotification({ title, message, about: about ?? undefined });
}

function lineOf(delivery: Delivery): string {
  const { title, message } = textsOf(delivery);
  return cut(`${title}: ${message}`, MAX_TEXT_LENGTH);
}

function linkOf(delivery: Delivery, { config, isPublic }: Sender): string {
  return notificationUrl(delivery, { publicUrl: config.publicUrl, isPublic });
}

/**
 * Returns the subject. It names an app and a version only where staff have reviewed that app or where the recipient works
 * on it: with any other text of users in a subject, anyone could make the store send their text.
 */
function subjectOf(delivery: Delivery, storeName: string): string {
  const { kind, type, about } = delivery;
  const { title } = textsOf(delivery);
  if (type === 'app_update') return cut(title, MAX_SUBJECT_LENGTH);
  const decision = decisionSubject(about);
  if (decision !== null) return cut(decision, MAX_SUBJECT_LENGTH);
  if (kind === 'systemAnnouncements' || hasFixedTitle(about)) return title;
  return EMAIL_TEXTS.notificationsSubject(1, storeName);
}

function digestSubject(deliveries: Deliveries, storeName: string): string {
  const messages = deliveries.map(({ data }) => Number(data?.messages ?? 0));
  if (!messages.every((count) => count > 0))
    return EMAIL_TEXTS.notificationsSubject(deliveries.length, storeName);
  return EMAIL_TEXTS.messagesSubject(
    messages.reduce((sum, count) => sum + count),
    storeName,
  );
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

interface StopLink {
  readonly kind: Exclude<Delivery['kind'], 'security'>;
  readonly url: string;
}

function stopLink(
  { uid, kind }: Pick<Delivery, 'uid' | 'kind'>,
  { config, secret }: Sender,
): StopLink | null {
  if (kind === 'security') return null;
  const token = signUnsubscription({ uid, kind }, secret);
  return { kind, url: `${config.publicUrl}unsubscribe?token=${token}` };
}

/** Returns why the email came, and how to get fewer. */
function footnoteOf(stops: readonly StopLink[], { config, storeName }: Sender): string {
  return [
    EMAIL_TEXTS.reason(storeName),
    ...stops.map(({ kind, url }) => EMAIL_TEXTS.stop(kind, url)),
    EMAIL_TEXTS.settings(`${config.publicUrl}dashboard/settings?tab=notifications`),
  ].join('\n');
}

/** Headers for one-click unsubscription, which large email providers require: RFC 8058 over RFC 2369. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Returns the same id for every attempt at the same deliveries, of which this is the last. When the server accepts an email
 * but its response is lost, it is sent again, and email programs show messages with the same id once (RFC 5322, section
 * 3.6.4). Results are recorded in the order of the ids, so the last one remains where a server was killed meanwhile.
 */
function messageId({ id }: Delivery, { config, secret }: Sender): Record<string, string> {
  const hash = createHash('sha256').update(`${secret} mail ${id}`).digest('hex').slice(0, 32);
  return { 'Message-ID': `<${hash}@${new URL(config.publicUrl).hostname}>` };
}
