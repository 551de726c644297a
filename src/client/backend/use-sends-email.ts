import { useCallQuery } from './use-call.ts';

/** Returns false when the store sends no email, so that no text promises one. */
export function useSendsEmail(): boolean {
  return useCallQuery('settings.get', {}).data?.sendsEmail ?? true;
}
