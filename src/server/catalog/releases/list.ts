import { findApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { readReleases } from './queries.ts';

/** `releases.list`: returns the releases of an app, and what is live now. */
export const listReleases: Handler<'releases.list'> = async ({ data, caller, context: { db } }) =>
  readReleases(db, await findApp(db, data.appId, caller));
