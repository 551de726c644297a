import { randomBytes, randomInt } from 'node:crypto';
import { t } from '#shared/languages/translate.ts';
import { DEVICE_AUTHORIZATION_LIMITS } from '#shared/tokens/device-authorization-calls.ts';
import { showUserCode, USER_CODE_LENGTH, USER_CODE_LETTERS } from '#shared/tokens/user-code.ts';
import { deviceAuthorizations } from '../../platform/db/tables/tokens.ts';
import { callError } from '../../platform/input/call-error.ts';
import type { Handler } from '../handler.ts';
import { hashSecret } from '../principals.ts';
import { countAttempt, type Limit } from '../rate-limits.ts';

const { minutes, pollSeconds, requestsPerHour } = DEVICE_AUTHORIZATION_LIMITS;

const REQUESTS: Limit = {
  name: 'device authorizations network',
  max: requestsPerHour,
  windowSeconds: 3600,
  message: () => t`Too many sign-ins of programs from this network.`,
};

/** Attempts to find a user code that nobody has; there are 25 billion. */
const ATTEMPTS = 3;

/** `deviceAuthorizations.start`: begins the sign-in of a program. */
export const startDeviceAuthorization: Handler<'deviceAuthorizations.start'> = async ({
  data,
  network,
  context,
}) => {
  await countAttempt(context, REQUESTS, network);
  const now = context.clock();
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  const deviceCode = randomBytes(32).toString('base64url');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const userCode = createUserCode();
    const stored = await context.db
      .insert(deviceAuthorizations)
      .values({
        deviceCodeHash: hashSecret(deviceCode),
        userCode,
        ...data,
        network,
        status: 'pending',
        createdAt: now,
        expiresAt,
        intervalSeconds: pollSeconds,
      })
      .onConflictDoNothing()
      .returning({ userCode: deviceAuthorizations.userCode });
    if (stored.length === 0) continue;
    const shown = showUserCode(userCode);
    const verificationUrl = `${context.config.publicUrl}dashboard/api?code`;
    return {
      deviceCode,
      userCode: shown,
      verificationUrl,
      completeUrl: `${verificationUrl}=${shown}`,
      expiresAt: expiresAt.toISOString(),
      intervalSeconds: pollSeconds,
    };
  }
  throw callError('internal', () => t`No code was found. Try again.`);
};

function createUserCode(): string {
  const letters = Array.from(
    { length: USER_CODE_LENGTH },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  );
  return letters.join('');
}
