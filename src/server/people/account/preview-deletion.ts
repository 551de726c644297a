import type { Handler } from '../../identity/handler.ts';
import { previewDeletion } from './deletion.ts';

/**
 * `account.previewDeletion`: returns the effects of deleting the caller's account in numbers, and the
 * obstacles.
 */
export const previewAccountDeletion: Handler<'account.previewDeletion'> = async ({ caller, context }) =>
  previewDeletion(context.db, caller, context.clock());
