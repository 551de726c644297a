import { isDeepStrictEqual } from 'node:util';
import type { Handler } from '../../identity/handler.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { changeRelease } from '../lifecycle/change-release.ts';
import { lockRelease } from './change.ts';
import { presentRelease } from './queries.ts';

/** `releases.setHaltRule`: sets when a rollout halts automatically. The same rule again changes nothing. */
export const setHaltRule: Handler<'releases.setHaltRule'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockRelease(tx, data.versionId, caller);
    const { release, version } = locked;
    const rule = data.rule && { ...data.rule, kinds: [...new Set(data.rule.kinds)].sort() };
    if (isDeepStrictEqual(rule, release.haltRule)) return { release: presentRelease(release, version) };
    const changed = await changeRelease(tx, locked, {
      action: 'setHaltRule',
      by: { actor: 'publisher', uid: caller.uid },
      now: context.clock(),
      set: { haltRule: rule },
      details: { rule },
    });
    // Earlier reports may exceed the new rule.
    await enqueue(tx, { name: 'halt-rollout', payload: { versionId: version.id } });
    return { release: presentRelease(changed, version) };
  });
