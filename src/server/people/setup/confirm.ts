import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { lockSetup, writeSetup } from './stored.ts';

/** `setup.confirm`: notes that a step of the set-up is done. Confirming it again has no further effect. */
export const confirmStep: Handler<'setup.confirm'> = async ({ data: { step }, caller, context }) => {
  await context.db.transaction(async (tx) => {
    const { confirmed } = await lockSetup(tx);
    if (confirmed[step] !== undefined) return;
    await writeSetup(tx, { confirmed: { ...confirmed, [step]: context.clock().toISOString() } });
    await emit(tx, { by: caller.uid, name: 'settings.step-confirmed', details: { step } });
  });
  return {};
};
