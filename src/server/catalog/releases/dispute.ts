import { denialReasonOfDispute, denialReasonOfResolution } from '#shared/releases/actions.ts';
import type { Handler } from '../../identity/handler.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { changeRelease } from '../lifecycle/change-release.ts';
import { lockVersion } from '../versions/queries.ts';
import { lockRelease } from './change.ts';
import { presentRelease, requireRelease } from './queries.ts';

/** `releases.disputeHalt`: objects to an automatic halt. Staff are notified; the rollout may be resumed meanwhile. */
export const disputeHalt: Handler<'releases.disputeHalt'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockRelease(tx, data.versionId, caller);
    const { release, version } = locked;
    requireAllowed(() => denialReasonOfDispute(release), { reason: 'wrong-status' });
    const now = context.clock();
    const { reason } = data;
    const changed = await changeRelease(tx, locked, {
      action: 'disputeHalt',
      by: { actor: 'publisher', uid: caller.uid },
      now,
      set: { haltDispute: { at: now.toISOString(), reason, resolution: null } },
      details: { reason },
    });
    return { release: presentRelease(changed, version) };
  });

/** `releases.resolveDispute`: resolves a dispute, and notifies the publisher. */
export const resolveDispute: Handler<'releases.resolveDispute'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version } = await lockVersion(tx, data.versionId);
    const release = await requireRelease(tx, data.versionId);
    const { haltDispute } = release;
    requireAllowed(() => denialReasonOfResolution(release), { reason: 'wrong-status' });
    const now = context.clock();
    const { outcome, note } = data;
    const changed = await changeRelease(
      tx,
      { release, version },
      {
        action: 'resolveDispute',
        by: { actor: 'admin', uid: caller.uid },
        now,
        set: {
          haltDispute: haltDispute && {
            ...haltDispute,
            resolution: { at: now.toISOString(), outcome, note },
          },
        },
        details: { outcome, note },
      },
    );
    return { release: presentRelease(changed, version) };
  });
