import type { OutboxChannel } from '../platform/db/tables/deliveries.ts';
import { ACCOUNT_EMAILS } from './emails/account-emails.ts';
import { DIGESTS, NOTIFICATION_EMAILS } from './emails/notification-emails.ts';
import type { ChannelDefinition } from './outbox/channel.ts';
import { PUSHES } from './push/pushes.ts';
import { WEBHOOKS } from './webhooks/webhook-channel.ts';

/** The channels of the outbox. To add a channel, add an entry. */
export const CHANNEL_DEFINITIONS: Readonly<Record<OutboxChannel, ChannelDefinition>> = {
  'account-email': ACCOUNT_EMAILS,
  email: NOTIFICATION_EMAILS,
  digest: DIGESTS,
  push: PUSHES,
  webhook: WEBHOOKS,
};
