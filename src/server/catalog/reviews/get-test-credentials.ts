import { ownAppDenialReason } from '#shared/reviews/rules.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import type { Handler } from '../../identity/handler.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { readOwnAppFacts } from '../lifecycle/own-app.ts';
import { readTestCredentials } from '../lifecycle/test-credentials.ts';
import { findVersion } from '../versions/queries.ts';

/** `reviews.getTestCredentials`: returns the test credentials of a version that waits, to those who may approve it. */
export const getTestCredentials: Handler<'reviews.getTestCredentials'> = async ({
  data,
  caller,
  context,
}) => {
  const { version, app } = await findVersion(context.db, data.versionId);
  const own = await readOwnAppFacts(context.db, { app, version }, caller.uid);
  requireAllowed(() => ownAppDenialReason(own, 'approve'), { reason: 'own-app' });
  if (!VERSION_STATUSES[version.status].isAwaitingReview) return { credentials: null };
  return { credentials: await readTestCredentials(context, version.id) };
};
