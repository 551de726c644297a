import type { Config } from '../config/config.ts';

/** The reason why an email was not sent, for the operator. */
export interface MailProblem {
  /** The cause and its fix. */
  readonly problem: string;
  /** The response of the mail server, or the error of the connection. */
  readonly response: string;
}

/** The fields of nodemailer's errors (nodemailer, `lib/errors.js` and `lib/smtp-connection/index.js`). */
interface MailError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  /** The SMTP command that failed. */
  readonly command?: string;
}

const MAX_RESPONSE = 500;

/** Explains an error of sending, with the variable to check. It contains no part of the password. */
export function explainMailError(thrown: unknown, config: Pick<Config, 'smtpUrl' | 'mailFrom'>): MailProblem {
  const error = thrown as MailError;
  const server = config.smtpUrl === null ? 'the mail server' : new URL(config.smtpUrl).host;
  const response = (error.response ?? error.message).slice(0, MAX_RESPONSE).toWellFormed();
  return { problem: explain(error, { server, from: config.mailFrom }), response };
}

function explain(error: MailError, { server, from }: { server: string; from: string }): string {
  const text = `${error.code} ${error.message}`;
  if (/EDNS|ENOTFOUND|EAI_AGAIN/.test(text)) return `${server} can’t be found. Check the host in SMTP_URL.`;
  if (/ECONNREFUSED/.test(text)) return `${server} refuses connections. Check host and port in SMTP_URL.`;
  if (/ETIMEDOUT|timeout/i.test(text)) {
    return `${server} doesn’t respond. Check host and port in SMTP_URL, and that no firewall blocks them.`;
  }
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH') {
    return `${server} rejected the user name or password in SMTP_URL.`;
  }
  if (error.code === 'ETLS' || /certificate|SSL|TLS|wrong version number/i.test(text)) {
    return `The secure connection to ${server} failed. Use smtps:// for port 465 and smtp:// for port 587, and check the server’s certificate.`;
  }
  if (/^(?:EHLO|HELO|LHLO)$/.test(error.command ?? '')) {
    return `${server} refused the greeting, which has the host name of PUBLIC_URL. Set PUBLIC_URL to an address with a host name, or add ?name=HOST to SMTP_URL.`;
  }
  if (error.command === 'MAIL FROM') return `${server} rejected the sender ${from}. Check MAIL_FROM.`;
  if (error.command === 'RCPT TO') return `${server} rejected your email address as the recipient.`;
  if (/ECONNRESET|ECONNECTION|ESOCKET|EPROTOCOL/.test(text)) {
    return `The connection to ${server} was interrupted. Check SMTP_URL and the mail server’s log.`;
  }
  return `${server} rejected the message. Its log says more.`;
}
