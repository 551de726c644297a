import type { Handler } from '../callable.ts';
import { previewDeletion } from './deletion.ts';

/** `account.previewDeletion`: what deleting the caller's account would do, in numbers, and what stands against it. */
export const previewAccountDeletion: Handler<'account.previewDeletion'> = async ({ caller, context }) =>
  context.db.transaction((tx) => previewDeletion(tx, caller, context.clock()));
