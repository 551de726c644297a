import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GenericEndpointContext } from '@better-auth/core';
import { symmetricDecrypt } from 'better-auth/crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Context } from '../platform/context.ts';
import { authTwoFactors } from '../platform/db/tables/identity.ts';

/** The time for which an authenticator app shows a code, and the steps around now that are accepted (RFC 6238). */
const STEP_MS = 30_000;
const ACCEPTED_STEPS = [-1, 0, 1];

/** A code that the provider never accepts, and counts as a wrong one. */
const WRONG_CODE = '------';

/**
 * Uses up the code of an authenticator app that a request brings: it and older ones work no more, also when several
 * requests bring it at once (RFC 6238, section 5.2). Replaces a code that was used, so that the provider rejects it as it
 * rejects wrong ones.
 */
export async function spendCode(context: Context, ctx: GenericEndpointContext, uid: string): Promise<void> {
  const code: unknown = ctx.body?.code;
  if (typeof code !== 'string') return;
  const [factor] = await context.db
    .select({ id: authTwoFactors.id, secret: authTwoFactors.secret })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, uid));
  if (!factor) return;
  const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.secret });
  const step = findStep(secret, { code, now: context.clock() });
  const used =
    step === null
      ? []
      : await context.db
          .update(authTwoFactors)
          .set({ lastUsedStep: step })
          .where(
            and(
              eq(authTwoFactors.id, factor.id),
              or(isNull(authTwoFactors.lastUsedStep), lt(authTwoFactors.lastUsedStep, step)),
            ),
          )
          .returning({ id: authTwoFactors.id });
  if (used.length === 0) ctx.body.code = WRONG_CODE;
}

/** Returns the step whose code this is, of those that are accepted now; null for a wrong code. */
function findStep(secret: string, { code, now }: { code: string; now: Date }): number | null {
  const current = Math.floor(now.getTime() / STEP_MS);
  const steps = ACCEPTED_STEPS.map((offset) => current + offset);
  return steps.findLast((step) => isEqual(codeOf(secret, step), code)) ?? null;
}

/** Returns the code of a step (RFC 4226, section 5.3). */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
