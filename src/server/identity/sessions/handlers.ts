import type { Handlers } from '../handler.ts';
import { listSessions } from './list.ts';
import { reauthenticate } from './reauthenticate.ts';
import { revokeOtherSessions, revokeSession } from './revoke.ts';

/** The handlers of calls about sessions. */
export const sessionHandlers = {
  'sessions.list': listSessions,
  'sessions.reauthenticate': reauthenticate,
  'sessions.revoke': revokeSession,
  'sessions.revokeOthers': revokeOtherSessions,
} satisfies Partial<Handlers>;
