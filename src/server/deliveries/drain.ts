import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { type Delivery, finish, isWanted, type Outcome, takeDue } from './outbox.ts';

/** Deliveries that are on their way at once. */
const LOT = 10;

interface Drain {
  readonly channel: 'email' | 'push';
  readonly job: 'send-mails' | 'send-pushes';
  /** Tries to deliver one; does not throw. */
  readonly deliver: (context: Context, delivery: Delivery) => Promise<Outcome>;
}

/**
 * Delivers what is due on a channel until nothing is, and sees to it that what failed is tried again. When a whole lot
 * fails, whoever takes it is out of order: the rest then waits for the next minute instead of failing too.
 */
export async function drain(
  context: Context,
  { channel, job, deliver }: Drain,
  signal: AbortSignal,
): Promise<void> {
  let earliest: Date | null = null;
  while (!signal.aborted) {
    const lot = await takeDue(context, { which: sql`channel = ${channel}`, limit: LOT });
    if (lot.length === 0) break;
    const dues = await Promise.all(
      lot.map(async (delivery) => {
        const outcome: Outcome = (await isWanted(context, delivery))
          ? await deliver(context, delivery)
          : { result: 'skip', reason: 'The person does not want it any more.' };
        return finish(context, delivery, outcome);
      }),
    );
    const retries = dues.filter((due) => due !== null);
    for (const due of retries) if (earliest === null || due < earliest) earliest = due;
    if (retries.length === lot.length) break;
  }
  if (earliest) await enqueue(context.db, job, {}, earliest);
}
