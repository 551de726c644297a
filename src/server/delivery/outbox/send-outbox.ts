import type { Context } from '../../platform/context.ts';
import { databaseTrouble } from '../../platform/db/trouble.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { storageError } from '../../platform/storage/storage-error.ts';
import type { ChannelDefinition, Items, SendDecision } from './channel.ts';
import { dispatch, type Lane } from './dispatch.ts';
import { type DueItems, findDue, keepLeased, leaseItems } from './lease.ts';
import { receiversOf } from './receivers.ts';
import { settleWhileLeased } from './settle.ts';

/** Failed attempts in a row, and their receivers, that count as an outage of the transport. */
const OUTAGE_ATTEMPTS = 10;
const OUTAGE_RECEIVERS = 3;

/**
 * Sends the due items of a channel, then schedules itself for the failed ones. Users of a channel take turns, and a
 * slow receiver fills only its own lanes. Each channel has its own job, so none waits for another.
 */
export async function sendOutbox(
  context: Context,
  channel: ChannelDefinition,
  signal: AbortSignal,
): Promise<void> {
  const { name, total, laneLimits, receiverLimits } = channel;
  const receivers = receiverLimits && receiversOf(context, name, receiverLimits);
  const wakeTimes: Date[] = [];
  let failed: string[] = [];

  const lanesOf = ({ receiver, lanes }: DueItems): Lane[] => [
    ...(receivers?.lanesOf(receiver) ?? []),
    ...lanes.map((key) => ({ key, limit: limitOf(laneLimits, key) })),
  ];
  const isOutage = () =>
    channel.pausesOnOutage && failed.length >= OUTAGE_ATTEMPTS && new Set(failed).size >= OUTAGE_RECEIVERS;
  const find = async (full: readonly string[]) => (isOutage() ? [] : findDue(context, channel, full));

  const deliver = async ({ ids, receiver }: DueItems) => {
    const items = await leaseItems(context, ids);
    await using leases = new AsyncDisposableStack();
    leases.use(keepLeased(context, items));
    const decisions = isSome(items) ? await attempt(context, channel, { items, signal }) : [];
    for (const [index, item] of items.entries()) {
      const decision = decisions[index] ?? null;
      const settled = await settleWhileLeased(context, channel, { item, decision, signal });
      if (settled?.wakeAt) wakeTimes.push(settled.wakeAt);
      if (settled?.result === 'retry') {
        receivers?.distrust(receiver);
        failed.push(receiver);
      } else if (settled?.result === 'sent') {
        receivers?.trust(receiver);
        failed = [];
      }
    }
  };
  await dispatch({ total, find, lanesOf, deliver }, signal);
  const [earliest] = wakeTimes.toSorted((a, b) => a.getTime() - b.getTime());
  if (earliest)
    await enqueue(context.db, { name: 'send-outbox', payload: { channel: name }, runAt: earliest });
}

function limitOf(limits: ChannelDefinition['laneLimits'], lane: string): number {
  const [kind = ''] = lane.split(' ', 1);
  return limits[kind] ?? 1;
}

function isSome<Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] {
  return items.length > 0;
}

/**
 * Sends items. Those that throw are tried again while database or storage are unavailable; others are given up, because they
 * must not block the items behind them.
 */
async function attempt(
  context: Context,
  channel: ChannelDefinition,
  { items, signal }: { items: Items; signal: AbortSignal },
): Promise<readonly SendDecision[]> {
  try {
    return await channel.send(context, items, signal);
  } catch (error) {
    const trouble = databaseTrouble(error) ?? storageError(error);
    if (trouble) return items.map(() => ({ result: 'retry', reason: trouble.message }));
    context.log.error({ err: error, channel: channel.name, outboxId: items[0].id }, 'it could not be sent');
    return items.map(() => ({ result: 'fail', reason: (error as Error).message }));
  }
}
