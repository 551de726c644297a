import { CallError } from '#shared/errors.ts';
import type { Handler } from '../callable.ts';
import { listApps as queryApps } from './queries.ts';

/** `apps.list`: the caller's own apps, or for admins all of them, filtered and sorted. */
export const listApps: Handler<'apps.list'> = async ({ data, caller, context: { db } }) => {
  const { scope, ...filter } = data;
  if (scope === 'all' && caller.role !== 'admin') {
    throw new CallError(
      'permission-denied',
      'Only admins of the store may list all apps. Use the scope "mine".',
    );
  }
  return queryApps(db, {
    ...filter,
    memberUid: scope === 'mine' ? caller.uid : undefined,
    ids: caller.via === 'token' ? caller.appIds : null,
  });
};
