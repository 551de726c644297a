import { CallError } from '#shared/errors.ts';
import { wasEverPublic } from '#shared/listings/publication.ts';
import type { NamedChange } from '#shared/listings/review-calls.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { denied, requireAllowed } from '../../platform/input/denied.ts';
import { type Difference, onlyDifferent, readFields, revisionOf } from './differences.ts';
import { findOf } from './review-rows.ts';
import { type SettledChanges, settleChanges } from './settle.ts';
import type { Editor } from './store-texts.ts';

/**
 * `apps.publishListing`: publishes drafted changes of an app that was live, by the revisions that the caller saw; rejects outdated
 * ones.
 */
export const publishChangesOfListing: Handler<'apps.publishListing'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const by = { uid: caller.uid, now: context.clock() };
    const { live, waiting } = await publishNamed(tx, { app, named: data.changes, by });
    return { live, waiting };
  });

interface NamedPublication {
  readonly app: AppRow;
  readonly named: readonly NamedChange[];
  readonly by: Editor;
}

/** Publishes drafted changes of a locked app as they were seen. Throws `failed-precondition`. */
export async function publishNamed(tx: Tx, { app, named, by }: NamedPublication): Promise<SettledChanges> {
  requireAllowed(publishingDenialReason(app.status), { reason: 'app-removed' });
  const changes = await readNamed(tx, app, named);
  const settled = await settleChanges(tx, { app, changes, by });
  if (settled.rejected.length > 0) {
    throw denied('Staff rejected a change that is still the same. Edit it, then publish it again.', {
      reason: 'listing-rejected',
      changed: settled.rejected.slice(0, 20),
    });
  }
  return settled;
}

/** Returns the named fields of an app that was live. Throws when it never was, or when a draft changed after it was seen. */
export async function readNamed(tx: Tx, app: AppRow, named: readonly NamedChange[]): Promise<Difference[]> {
  if (!wasEverPublic(app)) {
    throw denied('This app was never published. Its listing goes live with its first version.', {
      reason: 'not-published',
    });
  }
  const fields = await readFields(tx, app);
  const changed = named.filter((one) => {
    const current = findOf(fields, one);
    return current === undefined || revisionOf(current) !== one.revision;
  });
  if (changed.length > 0) {
    throw new CallError(
      'failed-precondition',
      'The listing changed after you opened this page. Check its changes again, then publish them.',
      {
        reason: 'listing-changed',
        changed: changed.slice(0, 20).map(({ locale, field }) => ({ locale, field })),
      },
    );
  }
  const different = onlyDifferent(fields);
  const deleted = new Set(different.filter(({ field }) => field === 'language').map(({ locale }) => locale));
  // Nothing but its deletion can be published of a deleted language.
  return fields.filter(
    (one) => findOf(named, one) !== undefined && (one.field === 'language' || !deleted.has(one.locale)),
  );
}
