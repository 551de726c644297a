import { createContext } from 'react';
import { CallError } from '#shared/errors.ts';

/** Asks the person to prove who they are; resolves with whether they did. */
export type Prove = () => Promise<boolean>;

/** How the page asks for a proof; the shell provides it. Without it nobody is asked. */
export const StepUpContext = createContext<Prove>(() => Promise.resolve(false));

/** Does something, and does it once more after a fresh proof where the server asks for one (reason `step-up`). */
export async function withProof<Result>(action: () => Promise<Result>, prove: Prove): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    const isAsked = error instanceof CallError && error.details?.['reason'] === 'step-up';
    if (isAsked && (await prove())) return action();
    throw error;
  }
}
