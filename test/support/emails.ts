import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { OutboxChannel } from '#server/platform/db/tables/deliveries.ts';
import { waitUntil } from './patience.ts';

/** A server whose emails stay in its data directory. */
interface Sender {
  readonly dataDir: string;
}

/** An email as its recipient gets it, decoded. */
export interface ReceivedEmail {
  readonly subject: string;
  /** Everything after the headers: the text and the HTML. */
  readonly body: string;
}

/** Returns the emails that the server has kept for an address, oldest first. */
export async function readEmails(server: Sender, to: string): Promise<ReceivedEmail[]> {
  const outbox = join(server.dataDir, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  const emails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return emails.filter((email) => email.includes(`To: ${to}\r\n`)).map(decode);
}

/** Waits for an email to an address whose subject matches, and returns the newest. */
export async function awaitEmail(server: Sender, to: string, subject: RegExp): Promise<ReceivedEmail> {
  return waitUntil(`an email to ${to} about ${subject}`, async () =>
    (await readEmails(server, to)).findLast((one) => subject.test(one.subject)),
  );
}

/** Returns the token in the link of an email. */
export function tokenOf({ body }: ReceivedEmail): string {
  const token = /[?&]token=([^&\s"<]+)/.exec(body)?.[1];
  if (!token) throw new Error(`There is no link with a token in: ${body}`);
  return token;
}

/** Returns the link in an invitation to an app. */
export function invitationLinkOf({ body }: ReceivedEmail): string {
  const link = /https?:\/\/\S+?\?invitation=[\w-]+/.exec(body)?.[0];
  if (!link) throw new Error(`There is no invitation in: ${body}`);
  return link;
}

/** Returns the token of an invitation in an email as received; undefined while there is none. */
export function receivedInvitationToken(content: string | undefined): string | undefined {
  return /[?&](?:invitation|token)=([\w-]{32})/.exec(decode(content ?? '').body)?.[1];
}

function decode(email: string): ReceivedEmail {
  const [head = '', ...rest] = email.split('\r\n\r\n');
  const body = decodeQuotedPrintable(rest.join('\n\n'));
  return { subject: /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '', body };
}

/** Undoes the quoted-printable encoding of RFC 2045, section 6.7. */
export function decodeQuotedPrintable(encoded: string): string {
  const bytes = encoded
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Joins header lines that were folded (RFC 5322, section 2.2.3). */
export function unfoldHeaders(content: string): string {
  return content.replaceAll(/\r\n[ \t]+/g, ' ');
}

/** Makes the server read a channel of the outbox now, as when something is written into it. */
export async function wakeOutbox(pool: Pool, channel: OutboxChannel): Promise<void> {
  await pool.query(
    "SELECT graphile_worker.add_job('send-outbox', $1::json, queue_name := 'outbox ' || $2::text)",
    [JSON.stringify({ channel }), channel],
  );
}
