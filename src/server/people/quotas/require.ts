import { inArray } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import {
  describeExcess,
  findExcess,
  type QuotaAmounts,
  type QuotaName,
  uploadAmounts,
} from '#shared/quotas/quotas.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readUsage } from './usage.ts';

/** The amount that a request adds to an account's quotas. */
export interface QuotaClaim {
  readonly uid: string;
  readonly adding: QuotaAmounts;
  /** True when the account is the caller's, so that the error addresses its owner. */
  readonly isOwn: boolean;
}

/**
 * Rejects a request that would exceed a quota. Locks the accounts until the transaction ends, so that
 * concurrent requests are counted; call it before locking an app. Throws `resource-exhausted` with
 * `details.quota`, `used`, `adding`, `limit` and `freesAt`.
 */
export async function requireQuotas(tx: Tx, claims: readonly QuotaClaim[], now: Date): Promise<void> {
  await lockAccounts(tx, new Set(claims.map(({ uid }) => uid)));
  for (const { uid, adding, isOwn } of claims) {
    const usage = await readUsage(tx, { uid, now }, Object.keys(adding) as QuotaName[]);
    const exceeded = findExcess(usage, adding);
    if (exceeded === null) continue;
    throw callError('resource-exhausted', () => describeExcess({ ...exceeded, isOwn }), {
      reason: 'quota',
      ...exceeded,
    });
  }
}

/** Returns the claims of a new upload: against the app's publisher and the uploader. */
export function claimsOfUpload({ ownerUid }: AppRow, uploaderUid: string, size: number): QuotaClaim[] {
  const { storedMegabytes, ...traffic } = uploadAmounts(size);
  const owner = { uid: ownerUid, adding: { ...traffic, storedMegabytes } };
  if (ownerUid === uploaderUid) return [{ ...owner, isOwn: true }];
  return [
    { uid: uploaderUid, adding: traffic, isOwn: true },
    { ...owner, isOwn: false },
  ];
}

/**
 * Locks accounts in a fixed order to avoid deadlocks; foreign keys can still refer to them. Throws
 * `not-found` when one was deleted meanwhile.
 */
async function lockAccounts(tx: Tx, uids: ReadonlySet<string>): Promise<void> {
  const locked = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(inArray(users.uid, [...uids]))
    .orderBy(users.uid)
    .for('no key update');
  if (locked.length < uids.size) throw callError('not-found', () => t`This account no longer exists.`);
}
