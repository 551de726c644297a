import type { CallResult } from '#shared/calls.ts';
import type { AppHead } from '../../identity/app-access.ts';
import type { Db } from '../../platform/db/open.ts';
import { readSettings } from '../../platform/settings.ts';
import { findEarlierVersions } from './queries.ts';

type Requirements = CallResult<'apps.getRequirements'>['requirements'];

/**
 * Returns the requirements that a package for this app is checked against: the app itself, its versions other than
 * the one being checked, and the store's settings.
 */
export async function readRequirements(db: Db, app: AppHead, checkedId?: string): Promise<Requirements> {
  const [settings, previous] = await Promise.all([
    readSettings(db),
    findEarlierVersions(db, app.id, checkedId),
  ]);
  return {
    app: { platform: app.platform, applicationId: app.applicationId },
    previous,
    minTargetSdk: settings.minTargetSdk,
    modes: settings.rules,
  };
}
