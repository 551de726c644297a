import { eq } from 'drizzle-orm';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { Role } from '#shared/users/role.ts';
import type { UserRow } from '../../identity/users.ts';
import type { Tx } from '../../platform/db/open.ts';
import { publishingRequests } from '../../platform/db/tables/users.ts';

interface PublishingRequest {
  readonly person: UserRow;
  readonly policy: StoreSettings['publishing'];
  readonly now: Date;
}

/**
 * Requests publishing for a locked user (`findUser`). Returns their new role, and whether it or their request
 * changed. With the policy `open` they become a developer immediately; with `approval` they wait for an admin
 * from their first undecided request; with `closed` nothing changes. Users whom the store rejected or demoted
 * wait for an admin with `open` too. Users who may already publish keep their role.
 */
export async function requestPublishing(
  tx: Tx,
  { person, policy, now }: PublishingRequest,
): Promise<{ role: Role; isChange: boolean }> {
  if (person.role !== 'user') return { role: person.role, isChange: false };
  if (policy === 'closed') return { role: 'user', isChange: false };
  const [before] = await tx.select().from(publishingRequests).where(eq(publishingRequests.uid, person.uid));
  if (policy === 'open' && !before?.decidedAt) {
    await forgetRequest(tx, person.uid);
    return { role: 'developer', isChange: true };
  }
  if (before?.state === 'waiting') return { role: 'user', isChange: false };
  // An earlier decision stays on record, so that the policy `open` does not overrule an admin.
  const asked = { state: 'waiting' as const, requestedAt: now };
  await tx
    .insert(publishingRequests)
    .values({ uid: person.uid, ...asked })
    .onConflictDoUpdate({ target: publishingRequests.uid, set: asked });
  return { role: 'user', isChange: true };
}

interface PublishingRejection {
  readonly reason: string;
  readonly now: Date;
}

/** Records that the store does not let a user publish, and why; later requests need an admin. */
export async function declinePublishing(
  tx: Tx,
  uid: string,
  { reason, now }: PublishingRejection,
): Promise<void> {
  const declined = { state: 'declined' as const, decidedAt: now, reason };
  await tx
    .insert(publishingRequests)
    .values({ uid, requestedAt: now, ...declined })
    .onConflictDoUpdate({ target: publishingRequests.uid, set: declined });
}

/** Deletes a user's request after their role was decided. */
export async function forgetRequest(tx: Tx, uid: string): Promise<void> {
  await tx.delete(publishingRequests).where(eq(publishingRequests.uid, uid));
}
