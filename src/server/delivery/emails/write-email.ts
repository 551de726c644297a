import { createHash } from 'node:crypto';
import { hasFixedTitle } from '#shared/notifications/notification-records.ts';
import type { EmailParts } from '../../platform/branding/render-email.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Delivery } from '../notifications/deliveries.ts';
import { notificationUrl } from '../notifications/notification-url.ts';
import { emailTexts } from './email-texts.ts';
import { signUnsubscription } from './unsubscribe-token.ts';

/** The store's details in an email. */
export interface Sender {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly secret: string;
  readonly storeName: string;
}

/** Writes the email about one notification, with a link to its subject and one to unsubscribe. */
export function writeEmail(delivery: Delivery, sender: Sender): EmailParts {
  const texts = emailTexts(delivery.language);
  const stop = stopLink(delivery, sender);
  const footnote = stop
    ? `${texts.reason(sender.storeName)} ${texts.stop(stop.kind)} ${stop.url}`
    : texts.security(sender.storeName);
  return {
    to: delivery.email,
    subject: subjectOf(delivery, sender.storeName),
    paragraphs: delivery.message.split(/\n+/).filter(Boolean),
    action: { label: texts.open, url: notificationUrl(delivery, sender.config.publicUrl) },
    footnote,
    headers: { ...messageId([delivery], sender), ...unsubscribeHeaders(stop?.url) },
  };
}

/** Writes one email about several notifications of one user, oldest first. */
export function writeDigest(deliveries: readonly [Delivery, ...Delivery[]], sender: Sender): EmailParts {
  const [first] = deliveries;
  const texts = emailTexts(first.language);
  const kinds = new Set(deliveries.map((delivery) => delivery.kind));
  const stops = [...kinds].flatMap((kind) => stopLink({ uid: first.uid, kind }, sender) ?? []);
  return {
    to: first.email,
    subject: digestSubject(deliveries, sender.storeName),
    paragraphs: deliveries.map(({ title, message }) => `${title}: ${message}`),
    action:
      deliveries.length === 1
        ? { label: texts.open, url: notificationUrl(first, sender.config.publicUrl) }
        : { label: texts.digestOpen, url: `${sender.config.publicUrl}dashboard` },
    footnote: [
      texts.reason(sender.storeName),
      ...stops.map(({ kind, url }) => `${texts.stop(kind)} ${url}`),
    ].join(' '),
    headers: { ...messageId(deliveries, sender), ...unsubscribeHeaders(stops[0]?.url) },
  };
}

/** Subjects contain no text of users: only titles of announcements, which admins write, and the store's own words. */
function subjectOf({ kind, title, type, about, language }: Delivery, storeName: string): string {
  if (kind === 'systemAnnouncements' || hasFixedTitle(about)) return title;
  const texts = emailTexts(language);
  return type === 'app_update' ? texts.updateSubject(storeName) : texts.digestSubject(1, storeName);
}

function digestSubject(deliveries: readonly [Delivery, ...Delivery[]], storeName: string): string {
  const texts = emailTexts(deliveries[0].language);
  const messages = deliveries.map(({ data }) => Number(data?.messages ?? 0));
  if (!messages.every((count) => count > 0)) return texts.digestSubject(deliveries.length, storeName);
  return texts.messagesSubject(
    messages.reduce((sum, count) => sum + count),
    storeName,
  );
}

function stopLink({ uid, kind }: Pick<Delivery, 'uid' | 'kind'>, { config, secret }: Sender) {
  if (kind === 'security') return null;
  const token = signUnsubscription({ uid, kind }, secret);
  return { kind, url: `${config.publicUrl}unsubscribe?token=${token}` };
}

/** Headers for one-click unsubscription, which large email providers require: RFC 8058 over RFC 2369. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Returns the same id for every attempt at the same deliveries. When the server accepts an email but its response is
 * lost, it is sent again, and email programs show messages with the same id once (RFC 5322, section 3.6.4).
 */
function messageId(deliveries: readonly Delivery[], { config, secret }: Sender): Record<string, string> {
  const ids = deliveries.map(({ id }) => id).join(',');
  const hash = createHash('sha256').update(`${secret} mail ${ids}`).digest('hex').slice(0, 32);
  return { 'Message-ID': `<${hash}@${new URL(config.publicUrl).hostname}>` };
}
