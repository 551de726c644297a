import type { CallInput, CallResult } from '#shared/calls.ts';

/** Somebody who can be chosen as a reader. */
export type Person = Pick<CallResult<'users.list'>['users'][number], 'uid' | 'displayName' | 'email'>;

export interface Audience {
  readonly kind: 'everyone' | 'developers' | 'chosen';
  /** Kept while another kind is looked at, so that nobody has to be found twice. */
  readonly people: readonly Person[];
}

/** The audience as calls take it; null while nobody is chosen. */
export function addressOf({ kind, people }: Audience): CallInput<'announcements.countAudience'> | null {
  if (kind !== 'chosen') return { audience: kind };
  return people.length === 0 ? null : { userIds: people.map(({ uid }) => uid) };
}

/** So many people, as words: `1 person`, `1,204 people`. */
export function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en')} people`;
}
