import { PASSWORD_COST } from '#server/identity/password.ts';

const PRODUCTION = structuredClone(PASSWORD_COST);

/** A sign-in takes 40 ms of a processor in production, and the tests sign in thousands of times. */
const LOW = { memory: 64, passes: 1 };

/** Sets what it costs to hash a password in this process from now on. */
export function setPasswordCost(cost: 'production' | 'low'): void {
  Object.assign(PASSWORD_COST, cost === 'low' ? LOW : PRODUCTION);
}
