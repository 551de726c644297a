import type { CallInput, CallResult } from '#shared/calls.ts';
import { plural } from '#shared/languages/translate.ts';

/** A user who can be selected as a recipient. */
export type Person = Pick<CallResult<'users.list'>['users'][number], 'uid' | 'displayName' | 'email'>;

export interface Audience {
  readonly kind: 'everyone' | 'developers' | 'chosen';
  /** Kept while another audience is selected, so that nobody has to be found again. */
  readonly people: readonly Person[];
}

/** Returns the audience in the shape of the API; null while nobody is selected. */
export function addressOf({ kind, people }: Audience): CallInput<'announcements.countAudience'> | null {
  if (kind !== 'chosen') return { audience: kind };
  return people.length === 0 ? null : { userIds: people.map(({ uid }) => uid) };
}

/** Returns a number of people as text: `1 person`, `1,204 people`. */
export function peopleText(count: number): string {
  return plural(count, { one: '# person', other: '# people' });
}
