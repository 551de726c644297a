import { findApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { readRequirements } from '../versions/requirements.ts';

/** `apps.getRequirements`: returns what the next version is checked against, for the app's owner and admins. */
export const getRequirements: Handler<'apps.getRequirements'> = async ({ data, caller, context: { db } }) => {
  const app = await findApp(db, data.appId, caller);
  return { requirements: await readRequirements(db, app) };
};
