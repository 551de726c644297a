import { settlePublisherName } from './catalog/listings/subscription.ts';
import { markApps } from './catalog/lookalikes/subscription.ts';
import { publishEventChanges } from './delivery/live/subscription.ts';
import { notifyOfEvents } from './delivery/notifications/subscription.ts';
import { sendEventsToWebhooks } from './delivery/webhooks/subscription.ts';
import { type Subscriber, setSubscribers } from './events/emit.ts';

/** Everything that reacts to events, in this order. */
const SUBSCRIBERS: readonly Subscriber[] = [
  publishEventChanges,
  settlePublisherName,
  markApps,
  notifyOfEvents,
  sendEventsToWebhooks,
];

/** Has all wings react to the events of this process. */
export function subscribeToEvents(): void {
  setSubscribers(SUBSCRIBERS);
}
