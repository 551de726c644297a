import { CallError } from '#shared/errors.ts';
import type { Handler } from '../../identity/handler.ts';
import { findApps } from './queries.ts';

/** `apps.list`: returns the caller's own apps, or all apps for admins, filtered and sorted. */
export const listApps: Handler<'apps.list'> = async ({ data, caller, context: { db } }) => {
  const { scope, appId, ...filter } = data;
  if (scope === 'all' && caller.role !== 'admin') {
    throw new CallError('permission-denied', 'Only admins can list all apps. Use the scope "mine".', {
      reason: 'role',
    });
  }
  const allowed = caller.via === 'token' ? caller.appIds : null;
  return findApps(db, {
    ...filter,
    memberUid: scope === 'mine' ? caller.uid : undefined,
    ids: appId === undefined ? allowed : [appId].filter((id) => allowed?.includes(id) ?? true),
  });
};
