import type { CallName } from '#shared/calls.ts';
import type { Handler } from '../handler.ts';
import { approveDeviceAuthorization, declineDeviceAuthorization, getDeviceAuthorization } from './decide.ts';
import { pollDeviceAuthorization } from './poll.ts';
import { startDeviceAuthorization } from './start.ts';

type Name = Extract<CallName, `deviceAuthorizations.${string}`>;

/** The handlers of programs that are signed in by a code. */
export const deviceAuthorizationHandlers: { readonly [Each in Name]: Handler<Each> } = {
  'deviceAuthorizations.approve': approveDeviceAuthorization,
  'deviceAuthorizations.get': getDeviceAuthorization,
  'deviceAuthorizations.poll': pollDeviceAuthorization,
  'deviceAuthorizations.decline': declineDeviceAuthorization,
  'deviceAuthorizations.start': startDeviceAuthorization,
};
