import { formatSender, type MailConfiguration, type MailOrigin } from './mail-configuration.ts';

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

/** What to check, by where it is set. */
interface Advice {
  readonly host: string;
  readonly hostAndPort: string;
  readonly server: string;
  readonly credentials: string;
  readonly security: string;
  readonly greeting: string;
}

const ADVICE: Readonly<Record<MailOrigin, Advice>> = {
  environment: {
    host: 'Check the host in SMTP_URL.',
    hostAndPort: 'Check host and port in SMTP_URL',
    server: 'Check SMTP_URL',
    credentials: 'user name or password in SMTP_URL.',
    security: 'Use smtps:// for port 465 and smtp:// for port 587',
    greeting: ', or add ?name=HOST to SMTP_URL',
  },
  settings: {
    host: 'Check the server’s name in the settings.',
    hostAndPort: 'Check server and port in the settings',
    server: 'Check the server in the settings',
    credentials: 'user name or password. Enter both again in the settings.',
    security: 'Choose TLS for port 465 and STARTTLS for port 587 in the settings',
    greeting: '',
  },
};

const SENDER_ADVICE: Readonly<Record<MailOrigin, string>> = {
  environment: 'Check MAIL_FROM.',
  settings: 'Check the sender in the settings.',
};

/**
 * Explains an error of sending, with the variable or the setting to check. It contains no part of the password, and of what
 * the other side sent only replies of a mail server: admins must not read other services by it.
 */
export function explainMailError(
  thrown: unknown,
  configuration: Pick<MailConfiguration, 'from' | 'fromOrigin' | 'server'>,
): MailProblem {
  const error = thrown as MailError;
  const response = isReply(error.response) ? error.response : error.message.replace(/\s*response=.*/s, '');
  return { problem: explain(error, configuration), response: response.slice(0, MAX_RESPONSE).toWellFormed() };
}

/** A reply begins with three digits (RFC 5321, section 4.2). */
function isReply(response: string | undefined): response is string {
  return response !== undefined && /^[2-5]\d\d(?:[ -]|$)/.test(response);
}

function explain(
  error: MailError,
  configuration: Pick<MailConfiguration, 'from' | 'fromOrigin' | 'server'>,
): string {
  const server = configuration.server?.name ?? 'the mail server';
  const advice = ADVICE[configuration.server?.origin ?? 'environment'];
  const text = `${error.code} ${error.message}`;
  if (/EDNS|ENOTFOUND|EAI_AGAIN/.test(text)) return `${server} can’t be found. ${advice.host}`;
  if (/ECONNREFUSED/.test(text)) return `${server} refuses connections. ${advice.hostAndPort}.`;
  if (/ETIMEDOUT|timeout/i.test(text)) {
    return `${server} doesn’t respond. ${advice.hostAndPort}, and that no firewall blocks them.`;
  }
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH') {
    return `${server} rejected the ${advice.credentials}`;
  }
  if (error.code === 'ETLS' || /certificate|SSL|TLS|wrong version number/i.test(text)) {
    return `The secure connection to ${server} failed. ${advice.security}, and check the server’s certificate.`;
  }
  if (/^(?:EHLO|HELO|LHLO)$/.test(error.command ?? '')) {
    return `${server} refused the greeting, which has the host name of PUBLIC_URL. Set PUBLIC_URL to an address with a host name${advice.greeting}.`;
  }
  if (error.command === 'MAIL FROM') {
    const sender = formatSender(configuration);
    return `${server} rejected the sender ${sender}. ${SENDER_ADVICE[configuration.fromOrigin]}`;
  }
  if (error.command === 'RCPT TO') return `${server} rejected your email address as the recipient.`;
  if (/ECONNRESET|ECONNECTION|ESOCKET|EPROTOCOL/.test(text)) {
    return `The connection to ${server} was interrupted. ${advice.server} and the mail server’s log.`;
  }
  return `${server} rejected the message. Its log says more.`;
}
