import { requireApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { listInvitations, listMembers } from './queries.ts';

/** `members.list`: returns the members of an app, and for owners its invitations. */
export const getMembers: Handler<'members.list'> = async ({ data, caller, context: { db, clock } }) => {
  const { app, role } = await requireApp(db, data.appId, { caller, role: 'viewer' });
  return {
    members: await listMembers(db, app),
    invitations: role === 'owner' ? await listInvitations(db, app.id, clock()) : [],
  };
};
