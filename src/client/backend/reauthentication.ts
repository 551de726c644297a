import { createContext } from 'react';
import { CallError } from '#shared/errors.ts';

/** Asks the user to reauthenticate; resolves with true if they did. */
export type Reauthenticate = () => Promise<boolean>;

/** Provides reauthentication on this page, set by the shell. Without it nobody is asked. */
export const ReauthenticationContext = createContext<Reauthenticate>(() => Promise.resolve(false));

/** Runs an action, and repeats it after a reauthentication if the server requires one (reason `reauthentication`). */
export async function withReauthentication<Result>(
  action: () => Promise<Result>,
  reauthenticate: Reauthenticate,
): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    const isAsked = error instanceof CallError && error.details?.['reason'] === 'reauthentication';
    if (isAsked && (await reauthenticate())) return action();
    throw error;
  }
}
