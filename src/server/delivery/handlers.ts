import type { Handlers } from '../identity/handler.ts';
import { announce } from './announcements/announce.ts';
import { countAudience } from './announcements/count-audience.ts';
import { listAnnouncements } from './announcements/list.ts';
import { stopAnnouncement } from './announcements/stop.ts';
import { deleteNotification, markRead } from './notifications/change.ts';
import { countUnread } from './notifications/count-unread.ts';
import { listNotifications } from './notifications/list.ts';
import { markAllRead } from './notifications/mark-all-read.ts';
import { getPreferences, resumeEmail, updatePreferences } from './notifications/preferences.ts';
import { sendUpdate } from './notifications/send-update.ts';
import { getPublicKey } from './push/public-key.ts';
import { subscribe, unsubscribe } from './push/subscribe.ts';
import { createWebhook } from './webhooks/create.ts';
import { deleteWebhook } from './webhooks/delete.ts';
import { listDeliveries } from './webhooks/deliveries.ts';
import { listWebhooks } from './webhooks/list.ts';
import { replayDelivery } from './webhooks/replay.ts';
import { resumeWebhook } from './webhooks/resume.ts';
import { sendTestEvent } from './webhooks/send-test.ts';

/** The handlers of calls about announcements, notifications, push messages and webhooks. */
export const deliveryHandlers = {
  'announcements.countAudience': countAudience,
  'announcements.list': listAnnouncements,
  'announcements.stop': stopAnnouncement,
  'notifications.announce': announce,
  'notifications.countUnread': countUnread,
  'notifications.delete': deleteNotification,
  'notifications.getPreferences': getPreferences,
  'notifications.list': listNotifications,
  'notifications.markAllRead': markAllRead,
  'notifications.markRead': markRead,
  'notifications.resumeEmail': resumeEmail,
  'notifications.sendUpdate': sendUpdate,
  'notifications.updatePreferences': updatePreferences,
  'push.publicKey': getPublicKey,
  'push.subscribe': subscribe,
  'push.unsubscribe': unsubscribe,
  'webhooks.create': createWebhook,
  'webhooks.delete': deleteWebhook,
  'webhooks.deliveries': listDeliveries,
  'webhooks.list': listWebhooks,
  'webhooks.replay': replayDelivery,
  'webhooks.resume': resumeWebhook,
  'webhooks.sendTest': sendTestEvent,
} satisfies Partial<Handlers>;
