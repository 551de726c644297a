import { findApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { readSettings } from '../../platform/settings.ts';
import { findLookalikes } from './find.ts';

/** `apps.getLookalikes`: returns the public apps of other publishers that an app looks like. */
export const getLookalikes: Handler<'apps.getLookalikes'> = async ({ data, caller, context: { db } }) => {
  const app = await findApp(db, data.appId, caller);
  const { rules: modes } = await readSettings(db);
  return { lookalikes: await findLookalikes(db, app, { viewer: 'publisher', modes }) };
};
