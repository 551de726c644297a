import { findApp, requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { listInvitations, listMembers } from './queries.ts';

/** `members.list`: who works on an app, and for owners who is invited to. */
export const getMembers: Handler<'members.list'> = async ({ data, caller, context: { db, clock } }) => {
  const app = await findApp(db, data.appId, caller);
  const role = await requireAppRole(db, app, { caller, role: 'viewer' });
  return {
    members: await listMembers(db, app),
    invitations: role === 'owner' ? await listInvitations(db, app.id, clock()) : [],
  };
};
