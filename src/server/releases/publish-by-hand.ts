import { whyNotPublishing } from '#shared/apps/rules.ts';
import { RELEASE_RULES, whyNotRelease } from '#shared/releases/rules.ts';
import type { Handler } from '../callable.ts';
import { lockRelease, refuseRelease } from './change.ts';
import { publishVersion } from './publish.ts';
import { presentRelease, stateOf } from './queries.ts';

/** `releases.publish`: publishes an approved version by its publisher's own hand. Twice is answered like once. */
export const publishByHand: Handler<'releases.publish'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { release, version, app } = await lockRelease(tx, data.versionId, caller);
    const state = stateOf(release, version);
    if (RELEASE_RULES.publish.done.includes(state)) return { release: presentRelease(release, version) };
    refuseRelease(whyNotRelease('publish', state) ?? whyNotPublishing(app.status));
    const published = await publishVersion(tx, {
      version,
      app,
      action: 'publish',
      by: { actor: 'publisher', uid: caller.uid },
      now: context.clock(),
    });
    return { release: presentRelease(release, published.version) };
  });
