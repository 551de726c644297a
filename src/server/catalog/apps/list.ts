import { t } from '#shared/languages/translate.ts';
import type { Handler } from '../../identity/handler.ts';
import { callError } from '../../platform/input/call-error.ts';
import { findApps } from './queries.ts';

/** `apps.list`: returns the caller's own apps, or all apps for admins, filtered and sorted. */
export const listApps: Handler<'apps.list'> = async ({ data, caller, context: { db } }) => {
  const { scope, appId, ...filter } = data;
  if (scope === 'all' && caller.role !== 'admin') {
    throw callError('permission-denied', () => t`Only admins can list all apps. Use the scope "mine".`, {
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
