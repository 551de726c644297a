import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { User } from '#shared/users/calls.ts';
import { publishChanges } from '../../events/publish-changes.ts';
import { findUser } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import { users } from '../../platform/db/tables/users.ts';
import { storeShared } from '../../platform/files/shared-files.ts';
import { callError } from '../../platform/input/call-error.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { presentUser } from '../users/present.ts';

/** Returns an avatar's storage key, which is also its address below the base path. */
export function avatarKey(sha256: string): string {
  return `avatars/${sha256}.webp`;
}

/**
 * Replaces a user's avatar, or removes it; deletes the previous one. The name is a hash of content and owner,
 * so it never changes and is never shared by two users.
 */
export async function storeAvatar(context: Context, uid: string, picture: Buffer | null): Promise<User> {
  const file = picture && {
    key: avatarKey(createHash('sha256').update(uid).update('\0').update(picture).digest('hex')),
    bytes: picture,
  };
  return storeShared(context, file, async (tx) => {
    const person = await findUser(tx, uid);
    if (!person) throw callError('not-found', () => t`Your account no longer exists.`);
    const change = { photoURL: file?.key ?? null, updatedAt: context.clock() };
    await tx.update(users).set(change).where(eq(users.uid, uid));
    if (person.photoURL) await enqueue(tx, { name: 'remove-files', payload: { keys: [person.photoURL] } });
    await publishChanges(tx, { areas: ['account', 'users'], uids: [uid] });
    return presentUser(tx, { ...person, ...change });
  });
}
