import type { CallData, CallResult } from '#shared/calls.ts';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { MailServerSettings } from '#shared/settings/mail-calls.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import {
  configureMail,
  defaultSender,
  formatSender,
  readStoredMail,
  type StoredMail,
  writeStoredMail,
} from '../../platform/mail/mail-configuration.ts';
import { encryptAtRest, MAIL_PASSWORD } from '../../platform/secrets/encryption.ts';
import { readSettings } from '../../platform/settings.ts';
import { lockSetup } from '../setup/stored.ts';

/** `settings.getMail`: returns the mail server and the sender, without the password. */
export const getMail: Handler<'settings.getMail'> = async ({ context }) =>
  present(context, {
    stored: await readStoredMail(context.db),
    storeName: (await readSettings(context.db)).storeName,
  });

/**
 * `settings.setMail`: changes the mail server and the sender immediately. Throws `aborted` when someone else changed them
 * meanwhile, `failed-precondition` for what the environment sets.
 */
export const setMail: Handler<'settings.setMail'> = async ({ data, caller, context }) => {
  const { config, secret, clock } = context;
  return context.db.transaction(async (tx) => {
    // One row that is always there lets changes follow each other.
    await lockSetup(tx);
    const before = await readStoredMail(tx);
    requireUnchanged(before, data.before);
    requireSettable(data, before, config);
    const { server, sender } = data;
    const stored: StoredMail = {
      host: server?.host ?? null,
      port: server?.port ?? null,
      security: server?.security ?? null,
      userName: server?.user || null,
      encryptedPassword: choosePassword(data, before, secret),
      sender,
      updatedAt: nextRevision(before, clock()),
    };
    await writeStoredMail(tx, stored);
    await emit(tx, {
      by: caller.uid,
      name: 'settings.mail-changed',
      details: {
        before: describeMail(before),
        after: describeMail(stored),
        isPasswordChanged: stored.encryptedPassword !== (before?.encryptedPassword ?? null),
      },
    });
    return present(context, { stored, storeName: (await readSettings(tx)).storeName });
  });
};

type MailData = CallData<'settings.setMail'>;

function requireUnchanged(current: StoredMail | null, seen: string | null): void {
  if ((current?.updatedAt.toISOString() ?? null) === seen) return;
  throw callError(
    'aborted',
    () => t`Someone else changed the email settings meanwhile. Review them, then save again.`,
    { reason: 'stale', changed: ['mail'] },
  );
}

/** Throws `failed-precondition` for a change of what a variable sets: it would have no effect. */
function requireSettable(
  { server, sender }: MailData,
  before: StoredMail | null,
  { smtpUrl, mailFrom }: Context['config'],
): void {
  const isServerSame =
    isSameServer(server, before) && (server?.security ?? null) === (before?.security ?? null);
  if (smtpUrl !== null && !isServerSame) throw setByVariable('SMTP_URL');
  if (mailFrom !== null && sender !== (before?.sender ?? null)) throw setByVariable('MAIL_FROM');
}

function setByVariable(variable: 'SMTP_URL' | 'MAIL_FROM'): CallError {
  return callError(
    'failed-precondition',
    () =>
      variable === 'SMTP_URL'
        ? t`The mail server is set by ${variable} in the server’s environment. Change it there.`
        : t`The sender is set by ${variable} in the server’s environment. Change it there.`,
    { reason: 'set-by-environment', variable },
  );
}

/**
 * Returns the encrypted password to store. A stored one stays only with its server: otherwise whoever gets hold of an
 * admin's session could have it sent to a server of theirs.
 */
function choosePassword(
  { server, password }: MailData,
  before: StoredMail | null,
  secret: string,
): string | null {
  if (server === null || server.user === '') return null;
  if (password === undefined && before?.encryptedPassword) {
    const isKept =
      isSameServer(server, before) && !(before.security !== 'none' && server.security === 'none');
    if (isKept) return before.encryptedPassword;
    throw invalidField(
      'password',
      () => t`Enter the password again, because the server or the user changed.`,
    );
  }
  if (!password) throw invalidField('password', () => t`Enter the user’s password, or leave the user empty.`);
  return encryptAtRest(Buffer.from(password), { secret, name: MAIL_PASSWORD });
}

function isSameServer(server: MailServerSettings | null, before: StoredMail | null): boolean {
  return (
    (server?.host ?? null) === (before?.host ?? null) &&
    (server?.port ?? null) === (before?.port ?? null) &&
    (server?.user || null) === (before?.userName ?? null)
  );
}

/** Two changes within a millisecond have different revisions. */
function nextRevision(before: StoredMail | null, now: Date): Date {
  return new Date(Math.max(now.getTime(), (before?.updatedAt.getTime() ?? 0) + 1));
}

/** Returns what the audit log keeps, without the password. */
function describeMail(stored: StoredMail | null) {
  const { host = null, port = null, security = null, userName = null, sender = null } = stored ?? {};
  return { server: host === null ? null : `${host}:${port}`, security, user: userName, sender };
}

function present(
  { config }: Context,
  { stored, storeName }: { readonly stored: StoredMail | null; readonly storeName: string },
): CallResult<'settings.getMail'> {
  const { host = null, port = null, security = null, userName = null } = stored ?? {};
  const { smtpUrl, mailFrom } = config;
  const withoutSettings = configureMail(
    { ...config, mailFrom: defaultSender(config) },
    { stored: null, storeName },
  );
  return {
    server:
      host === null || port === null || security === null
        ? null
        : { host, port, security, user: userName ?? '' },
    hasPassword: (stored?.encryptedPassword ?? null) !== null,
    sender: stored?.sender ?? null,
    defaultSender: formatSender(withoutSettings),
    revision: stored?.updatedAt.toISOString() ?? null,
    environment: { server: smtpUrl && new URL(smtpUrl).host, sender: mailFrom },
  };
}
