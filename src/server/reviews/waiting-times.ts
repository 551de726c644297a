import type { Handler } from '../callable.ts';
import { measureWaiting } from './queries.ts';

/** `reviews.waitingTimes`: how long the last decisions of reviewers took. */
export const getWaitingTimes: Handler<'reviews.waitingTimes'> = ({ context: { db } }) => measureWaiting(db);
