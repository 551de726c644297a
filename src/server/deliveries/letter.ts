import { createHash } from 'node:crypto';
import { frameLetter } from '../auth/letters/frame.ts';
import type { Config } from '../config.ts';
import type { Letter } from '../mail.ts';
import { mailTexts } from './mail-texts.ts';
import type { Delivery } from './outbox.ts';
import { signUnsubscription } from './unsubscribe-token.ts';

/** The store as a letter speaks of it. */
export interface Sender {
  readonly config: Pick<Config, 'publicUrl' | 'mailFrom'>;
  readonly secret: string;
  readonly storeName: string;
}

/** The mail that tells one notice: as text and as HTML, with a link to what it is about and one to stop its kind. */
export function noticeLetter(delivery: Delivery, sender: Sender): Letter {
  const texts = mailTexts(delivery.language);
  const stop = stopLink(delivery, sender);
  const footnote = stop
    ? `${texts.why(sender.storeName)} ${texts.stop[stop.kind]} ${stop.url}`
    : texts.security(sender.storeName);
  const letter = frameLetter({
    to: delivery.email,
    subject: delivery.title,
    paragraphs: delivery.message.split(/\n+/).filter(Boolean),
    action: { label: texts.open, url: noticeUrl(delivery, sender.config.publicUrl) },
    footnote,
  });
  return { ...letter, headers: { ...messageId([delivery], sender), ...unsubscribeHeaders(stop?.url) } };
}

/** The letter of the day: everything that waited for one person, the oldest first. */
export function digestLetter(deliveries: readonly [Delivery, ...Delivery[]], sender: Sender): Letter {
  const [first] = deliveries;
  const texts = mailTexts(first.language);
  const kinds = new Set(deliveries.map((delivery) => delivery.kind));
  const stops = [...kinds].flatMap((kind) => stopLink({ uid: first.uid, kind }, sender) ?? []);
  const letter = frameLetter({
    to: first.email,
    subject: texts.digestSubject(deliveries.length, sender.storeName),
    paragraphs: deliveries.map(({ title, message }) => `${title}: ${message}`),
    action: { label: texts.digestOpen, url: `${sender.config.publicUrl}dashboard` },
    footnote: [
      texts.why(sender.storeName),
      ...stops.map(({ kind, url }) => `${texts.stop[kind]} ${url}`),
    ].join(' '),
  });
  return { ...letter, headers: { ...messageId(deliveries, sender), ...unsubscribeHeaders(stops[0]?.url) } };
}

/** Where a notice leads: to its app, or to the dashboard. */
export function noticeUrl({ data }: Pick<Delivery, 'data'>, publicUrl: string): string {
  return data?.appId
    ? `${publicUrl}dashboard/apps/${encodeURIComponent(data.appId)}`
    : `${publicUrl}dashboard`;
}

function stopLink({ uid, kind }: Pick<Delivery, 'uid' | 'kind'>, { config, secret }: Sender) {
  if (kind === 'security') return null;
  const token = signUnsubscription({ uid, kind }, secret);
  return { kind, url: `${config.publicUrl}unsubscribe?token=${token}` };
}

/** One-click unsubscription, as the large mail providers demand it: RFC 8058 over RFC 2369. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * The same for every attempt at the same deliveries. When a server takes a mail but its answer is lost, the mail is
 * sent again, and mail programs show what has the same id once (RFC 5322, section 3.6.4).
 */
function messageId(deliveries: readonly Delivery[], { config, secret }: Sender): Record<string, string> {
  const ids = deliveries.map(({ id }) => id).join(',');
  const hash = createHash('sha256').update(`${secret} mail ${ids}`).digest('hex').slice(0, 32);
  return { 'Message-ID': `<${hash}@${new URL(config.publicUrl).hostname}>` };
}
