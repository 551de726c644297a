import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';

/** A mail server, and the name by which this one greets it. */
interface SmtpOptions {
  readonly url: string;
  readonly name: string | undefined;
}

/**
 * Returns the options of a transport to the mail server of `SMTP_URL`. Mail servers of large providers refuse greetings by an
 * address or an unqualified name (RFC 5321, section 4.1.1.1), so the greeting has the host name of the public address,
 * unless the URL has another as `?name=`.
 */
export function smtpOptions(url: string, { publicUrl }: Pick<Config, 'publicUrl'>): SmtpOptions {
  const { hostname } = new URL(publicUrl);
  const isQualified = hostname.includes('.') && isIP(hostname) === 0;
  return { url, name: isQualified ? hostname : undefined };
}
