import { eq, getTableColumns, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { DEVICE_AUTHORIZATION_LIMITS } from '#shared/tokens/device-authorization-calls.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { deviceAuthorizations } from '../../platform/db/tables/tokens.ts';
import { callError } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { findApp } from '../app-access.ts';
import { requireSession } from '../authenticate.ts';
import type { Handler } from '../handler.ts';
import { countAttempt, type Limit, undoAttempt } from '../rate-limits.ts';
import { requireLiveSession, requireRoomForToken } from '../tokens/create.ts';

const WRONG_CODES: Limit = {
  name: 'device codes account',
  max: DEVICE_AUTHORIZATION_LIMITS.wrongCodes,
  windowSeconds: 15 * 60,
  message: () => t`Too many wrong codes.`,
};
const APPROVALS: Limit = {
  name: 'approved device codes account',
  max: DEVICE_AUTHORIZATION_LIMITS.approvalsPerHour,
  windowSeconds: 3600,
  message: () => t`Too many programs signed in.`,
};

/** `deviceAuthorizations.get`: returns the program that waits with a code. */
export const getDeviceAuthorization: Handler<'deviceAuthorizations.get'> = async ({
  data,
  caller,
  network,
  context,
}) => {
  const found = await guessCode(context, caller.uid, () => findWaiting(context, context.db, data.userCode));
  const { name, scopes, createdAt, expiresAt } = found;
  return {
    program: {
      name,
      scopes,
      network: found.network,
      isOwnNetwork: found.network === network,
      requestedAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    },
  };
};

/** `deviceAuthorizations.approve`: lets the program take a token of the caller with its next poll. */
export const approveDeviceAuthorization: Handler<'deviceAuthorizations.approve'> = async ({
  data,
  caller,
  context,
}) => {
  const { userCode, name, scopes, appIds, expiresInDays } = data;
  const session = requireSession(caller);
  await countAttempt(context, APPROVALS, caller.uid);
  return guessCode(context, caller.uid, () =>
    context.db.transaction(async (tx) => {
      await requireRoomForToken(tx, caller.uid);
      await requireLiveSession(tx, session);
      const found = await findWaiting(context, tx, userCode);
      const unrequested = scopes.filter((scope) => !found.scopes.includes(scope));
      if (unrequested.length > 0) {
        throw invalidField('scopes', () => t`The program didn’t ask for ${unrequested.join(', ')}.`);
      }
      for (const appId of appIds ?? []) await findApp(tx, appId, caller);
      await tx
        .update(deviceAuthorizations)
        .set({
          status: 'approved',
          sessionId: session.sessionId,
          name,
          scopes,
          appIds: appIds ?? null,
          expiresInDays,
        })
        .where(eq(deviceAuthorizations.deviceCodeHash, found.deviceCodeHash));
      return {};
    }),
  );
};

/** `deviceAuthorizations.decline`: ends the sign-in of a program without a token. */
export const declineDeviceAuthorization: Handler<'deviceAuthorizations.decline'> = async ({
  data,
  caller,
  context,
}) =>
  guessCode(context, caller.uid, () =>
    context.db.transaction(async (tx) => {
      const { deviceCodeHash } = await findWaiting(context, tx, data.userCode);
      await tx
        .update(deviceAuthorizations)
        .set({ status: 'declined' })
        .where(eq(deviceAuthorizations.deviceCodeHash, deviceCodeHash));
      return {};
    }),
  );

const WAITING = defineStatement(
  'device-authorization',
  ({ userCode, now }: StatementValues<{ userCode: string; now: Date }>) => ({
    select: getTableColumns(deviceAuthorizations),
    from: sql`
      FROM ${deviceAuthorizations}
      WHERE ${deviceAuthorizations.userCode} = ${userCode} AND ${deviceAuthorizations.status} = 'pending'
        AND ${deviceAuthorizations.expiresAt} > ${now}
      FOR UPDATE`,
  }),
);

/** Returns the sign-in that waits with a code, locked for the rest of a transaction. Throws `not-found`. */
async function findWaiting({ clock }: Context, db: Db | Tx, userCode: string) {
  const found = await WAITING.first(db, { userCode, now: clock() });
  if (found) return found;
  throw callError(
    'not-found',
    () =>
      t`No program is waiting with this code. It may have expired or been used: start again, and enter the new one.`,
    { reason: 'unknown-code' },
  );
}

/** Uses a code that somebody entered. Counts it only if it was wrong, so that nobody finds one by trying. */
async function guessCode<Value>(context: Context, uid: string, use: () => Promise<Value>): Promise<Value> {
  await countAttempt(context, WRONG_CODES, uid);
  try {
    const value = await use();
    await undoAttempt(context, WRONG_CODES, uid);
    return value;
  } catch (error) {
    const isWrongCode = error instanceof CallError && error.details?.['reason'] === 'unknown-code';
    if (!isWrongCode) await undoAttempt(context, WRONG_CODES, uid);
    throw error;
  }
}
