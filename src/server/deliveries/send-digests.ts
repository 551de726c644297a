import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { digestLetter, type Sender } from './letter.ts';
import { type Delivery, finish, isWanted, type Outcome, takeDue } from './outbox.ts';
import { readSender, sendLetter } from './send-mails.ts';

/** People whose letters are on their way at once. */
const LOT = 10;

/** Notifications in one letter; more wait for the next one. */
const MOST_IN_ONE = 100;

/** The job that sends the letters of the day: to each person everything that waited for them, in one mail. */
export async function sendDigests(context: Context, signal: AbortSignal): Promise<void> {
  const sender = await readSender(context);
  while (!signal.aborted) {
    const uids = await findDuePeople(context);
    if (uids.length === 0) return;
    const results = await Promise.all(uids.map((uid) => sendDigest(context, sender, uid)));
    const dues = results.filter((due) => due !== null);
    const [earliest] = dues.toSorted((a, b) => a.getTime() - b.getTime());
    if (earliest) await enqueue(context.db, 'send-digests', {}, earliest);
    if (dues.length === uids.length) return;
  }
}

async function findDuePeople({ db, clock }: Context): Promise<string[]> {
  const { rows } = await db.execute<{ uid: string }>(sql`
    SELECT DISTINCT user_id AS uid FROM notice_deliveries
    WHERE channel = 'digest' AND status = 'pending' AND due_at <= ${clock().toISOString()}::timestamptz
    LIMIT ${LOT}`);
  return rows.map(({ uid }) => uid);
}

/** When the letter is tried again, if it must be. */
async function sendDigest(context: Context, sender: Sender, uid: string): Promise<Date | null> {
  const which = sql`channel = 'digest' AND user_id = ${uid}`;
  const taken = await takeDue(context, { which, limit: MOST_IN_ONE });
  const checked = await Promise.all(
    taken.map(async (delivery) => ({ delivery, wanted: await isWanted(context, delivery) })),
  );
  const unwanted = checked.filter(({ wanted }) => !wanted).map(({ delivery }) => delivery);
  const skip: Outcome = { result: 'skip', reason: 'The person does not want it any more.' };
  await Promise.all(unwanted.map((delivery) => finish(context, delivery, skip)));

  const [first, ...rest] = checked.filter(({ wanted }) => wanted).map(({ delivery }) => delivery);
  if (!first) return null;
  const letter: [Delivery, ...Delivery[]] = [first, ...rest];
  const outcome = await sendLetter(context, first.email, digestLetter(letter, sender));
  const dues = await Promise.all(letter.map((delivery) => finish(context, delivery, outcome)));
  return dues.find((due) => due !== null) ?? null;
}
