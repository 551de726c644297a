import { createTransport } from 'nodemailer';
import type { Config } from '../../platform/config/config.ts';
import { explainMailError } from '../../platform/mail/explain-error.ts';
import { smtpOptions } from '../../platform/mail/smtp-options.ts';
import { type CheckFinding, type DoctorCheck, error, ok, warning } from './check.ts';

/** Below the time limit of the check, so that the mail server's own error is shown. */
const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 };

/** Checks that the mail server lets us in; with an address, sends a test message to it. */
export function mailCheck(config: Config, sendTo: string | null): DoctorCheck {
  return { name: 'mail', run: () => checkMail(config, sendTo) };
}

async function checkMail(config: Config, sendTo: string | null): Promise<CheckFinding> {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === null) {
    return warning(
      'Emails are written to files, because SMTP_URL is unset.',
      'Set SMTP_URL to a mail server.',
    );
  }
  const { host } = new URL(smtpUrl);
  const transport = createTransport({ ...smtpOptions(smtpUrl, config), ...TIMEOUTS }, { from: mailFrom });
  try {
    if (sendTo === null) {
      await transport.verify();
      return ok(`The mail server ${host} accepts connections; nothing was sent.`);
    }
    const text = 'If you can read this, Quayside can send email.';
    await transport.sendMail({
      to: { name: '', address: sendTo },
      subject: 'Test message from Quayside',
      text,
    });
    return ok(`The mail server ${host} accepted a message to ${sendTo}.`);
  } catch (thrown) {
    const { problem, response } = explainMailError(thrown, config);
    return error(problem, `It responded: ${response}`);
  } finally {
    transport.close();
  }
}
