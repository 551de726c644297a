import { and, eq } from 'drizzle-orm';
import {
  type AntiFeatureReasons,
  type AntiFeatureSetter,
  antiFeatureDenialReason,
  antiFeaturePlatformDenialReason,
} from '#shared/listings/anti-feature.ts';
import type { DeclaredAntiFeature } from '#shared/listings/anti-feature-calls.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { appAntiFeatures } from '../../platform/db/tables/apps.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { requireOthersApp } from '../lifecycle/own-app.ts';
import { listDeclared } from './queries.ts';

/** `antiFeatures.set`: declares an anti-feature as the publisher. The same request again changes nothing. */
export const setAntiFeature: Handler<'antiFeatures.set'> = ({ data, caller, context }) =>
  change(context, { ...data, caller, by: 'publisher' });

/** `antiFeatures.remove`: removes what the publisher declared; nothing when it isn't there. */
export const removeAntiFeature: Handler<'antiFeatures.remove'> = ({ data, caller, context }) =>
  change(context, { ...data, reasons: null, caller, by: 'publisher' });

/** `antiFeatures.setByStaff`: sets an anti-feature and notifies the publisher. */
export const setAntiFeatureByStaff: Handler<'antiFeatures.setByStaff'> = ({ data, caller, context }) =>
  change(context, { ...data, caller, by: 'staff' });

/** `antiFeatures.removeByStaff`: removes an anti-feature of staff or of the publisher, and notifies the publisher. */
export const removeAntiFeatureByStaff: Handler<'antiFeatures.removeByStaff'> = ({ data, caller, context }) =>
  change(context, { ...data, reasons: null, caller, by: 'staff' });

interface DeclarationChange {
  readonly appId: string;
  readonly antiFeature: DeclaredAntiFeature['antiFeature'];
  /** Null to remove it. */
  readonly reasons: AntiFeatureReasons | null;
  readonly caller: Caller;
  readonly by: AntiFeatureSetter;
}

async function change(
  { db, clock }: Context,
  { appId, antiFeature, reasons, caller, by }: DeclarationChange,
) {
  return db.transaction(async (tx) => {
    const app = await lockApp(tx, appId, { caller, role: by === 'staff' ? 'viewer' : 'maintainer' });
    requireAllowed(() => antiFeaturePlatformDenialReason(app.platform), { reason: 'platform' });
    const isSame = and(eq(appAntiFeatures.appId, appId), eq(appAntiFeatures.antiFeature, antiFeature));
    const [current] = await tx.select().from(appAntiFeatures).where(isSame);
    requireAllowed(() => antiFeatureDenialReason(current?.setBy ?? null, by), { reason: 'set-by-staff' });
    const event = { by: caller.uid, appId, details: { antiFeature, by } };
    if (reasons === null) {
      if (!current) return presentDeclared(tx, appId);
      if (current.setBy === 'staff') {
        await requireOthersApp(tx, { action: 'clear', app, version: null, uid: caller.uid });
      }
      await tx.delete(appAntiFeatures).where(isSame);
      await emit(tx, { ...event, name: 'app.anti-feature-removed' });
    } else {
      if (current?.setBy === by && hasSameEntries(current.reasons, reasons))
        return presentDeclared(tx, appId);
      const set = { setBy: by, setAt: clock(), reasons };
      await tx
        .insert(appAntiFeatures)
        .values({ appId, antiFeature, ...set })
        .onConflictDoUpdate({ target: [appAntiFeatures.appId, appAntiFeatures.antiFeature], set });
      await emit(tx, { ...event, name: 'app.anti-feature-set', details: { ...event.details, reasons } });
    }
    await queueRebuildOf(tx, [appId]);
    return presentDeclared(tx, appId);
  });
}

async function presentDeclared(tx: Tx, appId: string): Promise<{ declared: DeclaredAntiFeature[] }> {
  return { declared: await listDeclared(tx, appId) };
}

function hasSameEntries(a: AntiFeatureReasons, b: AntiFeatureReasons): boolean {
  const locales = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...locales].every((locale) => a[locale] === b[locale]);
}
