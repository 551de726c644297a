import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { User } from '#shared/users/calls.ts';
import type { Context } from '../context.ts';
import { users } from '../db/tables.ts';
import { presentUser } from '../users/present.ts';
import { findUser } from '../users/queries.ts';

/** Where an avatar is kept, and its address below the base path. */
export function avatarKey(sha256: string): string {
  return `avatars/${sha256}.webp`;
}

/**
 * Keeps a picture as a person's avatar, or takes theirs away; the one before it is deleted. Its name is the hash of
 * its content and of whose it is, so it never changes and is never another person's, too.
 */
export async function storeAvatar(context: Context, uid: string, picture: Buffer | null): Promise<User> {
  const photoURL =
    picture && avatarKey(createHash('sha256').update(uid).update('\0').update(picture).digest('hex'));
  if (picture && photoURL) await context.storage.put(photoURL, picture);
  const { user, before } = await context.db.transaction(async (tx) => {
    const person = await findUser(tx, uid);
    if (!person) throw new CallError('not-found', 'Your account no longer exists.');
    const change = { photoURL, updatedAt: context.clock() };
    await tx.update(users).set(change).where(eq(users.uid, uid));
    return { user: await presentUser(tx, { ...person, ...change }), before: person.photoURL };
  });
  if (before !== photoURL) await deleteAvatar(context, before);
  return user;
}

/** Deletes what a record's `photoURL` pointed to. */
export async function deleteAvatar({ storage }: Context, photoURL: string | null): Promise<void> {
  if (photoURL && /^avatars\/[0-9a-f]{64}\.webp$/.test(photoURL)) await storage.delete(photoURL);
}
