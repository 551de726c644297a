import { findApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { readReleases } from './queries.ts';

/** `releases.list`: how each version of an app is given out, and what is public right now. */
export const listReleases: Handler<'releases.list'> = async ({ data, caller, context: { db } }) =>
  readReleases(db, await findApp(db, data.appId, caller));
