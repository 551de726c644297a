import { setTimeout as sleep } from 'node:timers/promises';
import { t } from '#shared/languages/translate.ts';
import type { MailTestOutcome } from '#shared/setup/checklist.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { countTestEmail } from '../../identity/message-limits.ts';
import { readUser } from '../../identity/users.ts';
import { type EmailParts, renderEmail } from '../../platform/branding/render-email.ts';
import type { Context } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';
import { explainMailError, type MailProblem } from '../../platform/mail/explain-error.ts';
import { hashMailConfiguration, type MailConfiguration } from '../../platform/mail/mail-configuration.ts';
import { readMailConfiguration } from '../../platform/read-mail-configuration.ts';
import { readSettings } from '../../platform/settings.ts';
import { writeSetup } from './stored.ts';

/** Time after which a mail server counts as unreachable, below the time-out of calls. */
const MAX_WAIT_MS = 45_000;

/**
 * `setup.sendTestEmail`: sends the caller an email with the configuration of all others, and says how that ended. An
 * accepted one is noted for the checklist, until the configuration changes.
 */
export const sendTestEmail: Handler<'setup.sendTestEmail'> = async ({ caller, context }) => {
  await countTestEmail(context, caller.uid);
  const user = await readUser(context.db, caller.uid);
  if (!user) throw callError('not-found', () => t`Your account no longer exists.`);
  const to = user.email;
  const { storeName } = await readSettings(context.db);
  const configuration = await readMailConfiguration(context);
  const failure = await trySending(context, configuration, writeTestEmail(to, storeName));
  const outcome = outcomeOf(configuration, failure);
  await context.db.transaction(async (tx) => {
    if (outcome === 'sent') {
      await writeSetup(tx, {
        mailTestedAt: context.clock(),
        mailTestedWith: hashMailConfiguration(configuration, context.secret),
      });
    }
    await emit(tx, { by: caller.uid, name: 'settings.email-tested', details: { outcome } });
  });
  return { outcome, to, problem: failure?.problem ?? null, response: failure?.response ?? null };
};

function outcomeOf({ server }: MailConfiguration, failure: MailProblem | null): MailTestOutcome {
  if (failure !== null) return 'failed';
  return server === null ? 'kept' : 'sent';
}

function writeTestEmail(to: string, storeName: string): EmailParts {
  return {
    to,
    subject: `Test message from ${storeName}`,
    paragraphs: [`If you can read this, ${storeName} can send email.`],
    footnote: 'You asked for this message in the settings of the store.',
  };
}

/** Returns the problem of an email that could not be sent; null when it was. */
async function trySending(
  context: Context,
  configuration: MailConfiguration,
  parts: EmailParts,
): Promise<MailProblem | null> {
  const { mail, log } = context;
  const email = await renderEmail(context, parts);
  const waiting = new AbortController();
  const timeout = sleep(MAX_WAIT_MS, null, { signal: waiting.signal }).then(() => {
    throw Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });
  });
  try {
    await Promise.race([mail.send(email), timeout]);
    return null;
  } catch (error) {
    log.warn({ err: error }, 'a test email was not sent');
    return explainMailError(error, configuration);
  } finally {
    waiting.abort();
    await timeout.catch(() => {});
  }
}
