import type { CallName } from '#shared/calls.ts';
import type { Handler } from '../handler.ts';
import { createToken } from './create.ts';
import { listTokens, listTokensOfUser } from './list.ts';
import {
  reportLeakedToken,
  revokeAllTokens,
  revokeItself,
  revokeToken,
  revokeTokenByStaff,
} from './revoke.ts';

type Name = Exclude<Extract<CallName, `tokens.${string}`>, 'tokens.exchange'>;

/** The handlers of personal API tokens. */
export const tokenHandlers: { readonly [Each in Name]: Handler<Each> } = {
  'tokens.create': createToken,
  'tokens.list': listTokens,
  'tokens.listOfUser': listTokensOfUser,
  'tokens.reportLeak': reportLeakedToken,
  'tokens.revoke': revokeToken,
  'tokens.revokeAll': revokeAllTokens,
  'tokens.revokeByStaff': revokeTokenByStaff,
  'tokens.revokeItself': revokeItself,
};
