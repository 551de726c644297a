import { changesOf } from '#shared/events.ts';
import type { Subscriber } from '../../events/emit.ts';
import { publishChanges } from '../../events/publish-changes.ts';

/** Publishes the data areas that each event changes. */
export const publishEventChanges: Subscriber = async (tx, { name, by, appId, uid }) =>
  publishChanges(tx, { areas: changesOf(name), appId, uids: [by, uid] });
