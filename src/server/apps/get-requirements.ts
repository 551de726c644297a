import { findApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { readRequirements } from '../versions/requirements.ts';

/** `apps.getRequirements`: what the next version of an app is judged against, for its owner and for admins. */
export const getRequirements: Handler<'apps.getRequirements'> = async ({ data, caller, context: { db } }) => {
  const app = await findApp(db, data.appId, caller);
  return { requirements: await readRequirements(db, app) };
};
