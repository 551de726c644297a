import { t } from '#shared/languages/translate.ts';
import type { Handler } from '../../identity/handler.ts';
import { denied } from '../../platform/input/call-error.ts';
import { findAppOfVersion, findRelease } from '../versions/queries.ts';
import { findHaltRule, readReportCounts } from './reports.ts';

/** `releases.getReports`: returns the reports that can halt a rollout, and its rule. */
export const getReports: Handler<'releases.getReports'> = async ({ data, caller, context: { db } }) => {
  await findAppOfVersion(db, data.versionId, caller);
  const release = await findRelease(db, data.versionId);
  if (!release) throw denied(() => t`This version hasn’t been submitted yet.`, { reason: 'not-submitted' });
  const [counts, rule] = await Promise.all([readReportCounts(db, release), findHaltRule(db, release)]);
  return { counts, rule };
};
