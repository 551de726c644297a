import { eq } from 'drizzle-orm';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { Role } from '#shared/users/role.ts';
import { publishingRequests } from '../db/account-tables.ts';
import type { Tx } from '../db/open.ts';
import type { UserRow } from './queries.ts';

interface Request {
  readonly person: UserRow;
  readonly policy: StoreSettings['publishing'];
  readonly now: Date;
}

/**
 * A person asks to publish: gives the role that they have from now on. Under the policy `open` that is developer at
 * once; under `approval` they wait for an admin, since their first request that is not decided; under `closed` nothing
 * changes. Who may publish already keeps their role.
 */
export async function requestPublishing(tx: Tx, { person, policy, now }: Request): Promise<Role> {
  if (person.role !== 'user') return person.role;
  if (policy === 'open') {
    await forgetRequest(tx, person.uid);
    return 'developer';
  }
  if (policy === 'approval') {
    const asked = { state: 'waiting' as const, requestedAt: now, decidedAt: null, reason: null };
    await tx
      .insert(publishingRequests)
      .values({ uid: person.uid, ...asked })
      .onConflictDoUpdate({
        target: publishingRequests.uid,
        set: asked,
        setWhere: eq(publishingRequests.state, 'refused'),
      });
  }
  return 'user';
}

/** Removes a person's request: their role was decided. */
export async function forgetRequest(tx: Tx, uid: string): Promise<void> {
  await tx.delete(publishingRequests).where(eq(publishingRequests.uid, uid));
}
