import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type {
  ProvenancePolicy,
  ProvenanceRequirement,
  ProvenanceSetter,
} from '#shared/provenance/provenance.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { denied } from '../../platform/input/call-error.ts';

/** `provenance.require`: sets the origin that versions must have as the publisher. */
export const requireOrigin: Handler<'provenance.require'> = ({ data, caller, context }) =>
  setPolicy(context, { ...data, caller, by: 'publisher' });

/** `provenance.requireByStaff`: sets or removes it as staff, also where the publisher did. */
export const requireOriginByStaff: Handler<'provenance.requireByStaff'> = ({ data, caller, context }) =>
  setPolicy(context, { ...data, caller, by: 'staff' });

interface PolicyChange {
  readonly appId: string;
  readonly requirement: ProvenanceRequirement | null;
  readonly caller: Caller;
  readonly by: ProvenanceSetter;
}

async function setPolicy(
  { db, clock }: Context,
  { appId, requirement, caller, by }: PolicyChange,
): Promise<{ policy: ProvenancePolicy | null }> {
  return db.transaction(async (tx) => {
    const app = await lockApp(tx, appId, { caller, role: by === 'staff' ? 'viewer' : 'owner' });
    const before = app.provenancePolicy;
    if (by === 'publisher' && before?.setBy === 'staff') {
      throw denied(() => t`Store staff set this requirement. Only they can change it.`, {
        reason: 'set-by-staff',
      });
    }
    const policy = requirement && { ...requirement, setBy: by };
    if (isDeepStrictEqual(before, policy)) return { policy };
    await tx.update(apps).set({ provenancePolicy: policy, updatedAt: clock() }).where(eq(apps.id, app.id));
    await emit(tx, {
      by: caller.uid,
      name: 'app.provenance-policy-changed',
      appId: app.id,
      details: { from: before, to: policy },
    });
    return { policy };
  });
}
