import type { Handler } from '../../identity/handler.ts';
import { measureWaiting } from './queries.ts';

/** `reviews.waitingTimes`: returns how long recent decisions took. */
export const getWaitingTimes: Handler<'reviews.waitingTimes'> = ({ context: { db } }) => measureWaiting(db);
