import type { CallResult } from '#shared/calls.ts';
import type { Db } from '../db/open.ts';
import type { AppRow } from '../db/tables.ts';
import { readSettings } from '../settings/queries.ts';
import { findEarlierVersions } from './queries.ts';

type Requirements = CallResult<'apps.getRequirements'>['requirements'];

/**
 * What a package for this app is judged against: the app itself, its versions but for the one that is judged, and the
 * store's settings.
 */
export async function readRequirements(db: Db, app: AppRow, judgedId?: string): Promise<Requirements> {
  const [settings, previous] = await Promise.all([
    readSettings(db),
    findEarlierVersions(db, app.id, judgedId),
  ]);
  return {
    app: { platform: app.platform, applicationId: app.applicationId },
    previous,
    minTargetSdk: settings.minTargetSdk,
    modes: settings.rules,
  };
}
