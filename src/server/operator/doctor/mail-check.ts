import { createTransport } from 'nodemailer';
import { explainMailError } from '../../platform/mail/explain-error.ts';
import { AUTO_SUBMITTED } from '../../platform/mail/mail.ts';
import { type MailConfiguration, transportOptions } from '../../platform/mail/mail-configuration.ts';
import { type CheckFinding, type DoctorCheck, error, ok, warning } from './check.ts';

/** Below the time limit of the check, so that the mail server's own error is shown. */
const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 };

interface MailParts {
  readonly configuration: () => MailConfiguration | Promise<MailConfiguration>;
  /** Null when it can't be read: then the password of the settings can't either. */
  readonly secret: string | null;
}

/** Checks that the mail server lets us in; with an address, sends a test message to it. */
export function mailCheck({ configuration, secret }: MailParts, sendTo: string | null): DoctorCheck {
  return { name: 'mail', run: async () => checkMail(await configuration(), { secret, sendTo }) };
}

async function checkMail(
  configuration: MailConfiguration,
  { secret, sendTo }: { readonly secret: string | null; readonly sendTo: string | null },
): Promise<CheckFinding> {
  const { server, from } = configuration;
  if (server === null) {
    return warning(
      'Emails are written to files, because no mail server is set.',
      'Set one in the store’s settings, or with SMTP_URL.',
    );
  }
  const host = server.name;
  const transport = createTransport({ ...transportOptions(server, secret ?? ''), ...TIMEOUTS });
  try {
    if (sendTo === null) {
      await transport.verify();
      return ok(`The mail server ${host} accepts connections; nothing was sent.`);
    }
    const text = 'If you can read this, Quayside can send email.';
    await transport.sendMail({
      from,
      to: { name: '', address: sendTo },
      subject: 'Test message from Quayside',
      text,
      headers: AUTO_SUBMITTED,
    });
    return ok(`The mail server ${host} accepted a message to ${sendTo}.`);
  } catch (thrown) {
    const { problem, response } = explainMailError(thrown, configuration);
    return error(problem, `It responded: ${response}`);
  } finally {
    transport.close();
  }
}
