import type { People } from '#test/support/people.ts';
import type { Fault, FaultResult } from './faults.ts';
import { checkInvariants, type Invariant } from './invariants.ts';
import { type FaultStore, waitForInspections } from './store.ts';
import { startWorkload } from './workload.ts';

export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
}

interface RoundOptions {
  readonly faults: readonly NamedFault[];
  /** Called after each fault. */
  readonly report?: (name: string, result: FaultResult) => void;
  /** Other servers of the same store, through which people work, too. */
  readonly others?: readonly People[];
}

/** The outcome of a round: what each fault broke, and the rules that no longer hold at the end. */
export interface RoundResult {
  readonly broken: readonly string[];
  readonly invariants: readonly Invariant[];
}

/** Causes one fault after the other in a store under load, and then checks all rules. */
export async function runRound(
  store: FaultStore,
  { faults, report = () => {}, others = [] }: RoundOptions,
): Promise<RoundResult> {
  await using workload = startWorkload({
    endedByItself: store.endedByItself,
    people: [store.people, ...others],
  });
  await workload.nextTime('publish');
  const broken: string[] = [];
  for (const { name, fault } of faults) {
    // So that no inspection is interrupted by several faults.
    await waitForInspections(store);
    const result = await fault(store, workload);
    report(name, result);
    broken.push(...result.broken.map((problem) => `${name}: ${problem}`));
  }
  await workload.nextTime('publish');
  await workload.stop();
  return { broken, invariants: await checkInvariants(store, workload.ledger) };
}
