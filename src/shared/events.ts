import type { z } from 'zod';
import { accountEvents } from './account/events.ts';
import { announcementEvents } from './admin/announcement-events.ts';
import { adminEvents } from './admin/events.ts';
import { appEvents } from './apps/events.ts';
import { auditLogEvents } from './audit/events.ts';
import type { DataArea } from './data-areas.ts';
import type { EventDefinition } from './event.ts';
import { holdEvents } from './holds/events.ts';
import { t } from './languages/translate.ts';
import { listingEvents } from './listings/events.ts';
import { memberEvents } from './members/events.ts';
import { releaseEvents } from './releases/events.ts';
import { reviewEvents } from './reviews/events.ts';
import { lookalikeEvents } from './reviews/lookalike-events.ts';
import { settingsEvents } from './settings/events.ts';
import { tokenEvents } from './tokens/events.ts';
import { trustedPublisherEvents } from './trusted-publishers/events.ts';
import { userEvents } from './users/events.ts';
import { versionEvents } from './versions/events.ts';
import { webhookEvents } from './webhooks/events.ts';

/** Everything that can happen, by name. Audit log, histories, webhooks and caches derive from it. */
export const EVENTS = {
  ...appEvents,
  ...versionEvents,
  ...reviewEvents,
  ...releaseEvents,
  ...listingEvents,
  ...lookalikeEvents,
  ...memberEvents,
  ...userEvents,
  ...accountEvents,
  ...settingsEvents,
  ...announcementEvents,
  ...tokenEvents,
  ...trustedPublisherEvents,
  ...webhookEvents,
  ...auditLogEvents,
  ...adminEvents,
  ...holdEvents,
};

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** The events as the filter of the audit log groups them. A prefix stands for all events of its group. */
export const EVENT_GROUPS = [
  { prefix: 'app.', title: t`Apps` },
  { prefix: 'version.', title: t`Versions` },
  { prefix: 'review.', title: t`Reviews` },
  { prefix: 'release.', title: t`Releases` },
  { prefix: 'listing.', title: t`Listings` },
  { prefix: 'member.', title: t`Members` },
  { prefix: 'user.', title: t`People` },
  { prefix: 'stop.', title: t`Stops` },
  { prefix: 'settings.', title: t`Settings` },
  { prefix: 'announcement.', title: t`Announcements` },
  { prefix: 'token.', title: t`API tokens` },
  { prefix: 'trusted-publisher.', title: t`Trusted publishers` },
  { prefix: 'webhook.', title: t`Webhooks` },
  { prefix: 'audit.', title: t`Audit log` },
  { prefix: 'job.', title: t`Background jobs` },
].map((group) => ({ ...group, names: EVENT_NAMES.filter((name) => name.startsWith(group.prefix)) }));

/** The events that a version's history shows its publisher: what was written in a review stays out. */
export const HISTORY_EVENTS = EVENT_NAMES.filter(
  (name) => EVENTS[name].subject === 'version' && !Object.hasOwn(reviewEvents, name),
);

/** The events that a webhook can subscribe to. */
export type WebhookEvent = {
  [Name in EventName]: (typeof EVENTS)[Name] extends { readonly webhook: infer Webhook } ? Webhook : never;
}[EventName];
export const WEBHOOK_EVENTS = [
  ...new Set(EVENT_NAMES.flatMap((name) => webhookOf(name) ?? [])),
] as readonly WebhookEvent[];

/** The event of a test, which a webhook gets whatever it subscribes to. */
export const TEST_EVENT = 'ping';

/** The events in a webhook's deliveries. */
export type DeliveredEvent = WebhookEvent | typeof TEST_EVENT;

/** Details as the emitter gives them. */
export type EventDetails<Name extends EventName> = z.input<(typeof EVENTS)[Name]['details']>;

/** Facts of an event, for those that have some. */
export type EventFacts<Name extends EventName> = (typeof EVENTS)[Name] extends {
  readonly facts: infer Facts extends z.ZodObject;
}
  ? { readonly facts: z.input<Facts> }
  : { readonly facts?: undefined };

/** The ids that events carry, by what they are about. */
interface SubjectIds {
  readonly app: { readonly appId: string };
  readonly version: { readonly appId: string; readonly versionId: string };
  readonly user: { readonly uid: string };
  readonly member: { readonly appId: string; readonly uid: string };
  readonly store: object;
}

/** Something that happened. */
export type DomainEvent<Name extends EventName = EventName> = {
  readonly [Each in Name]: {
    readonly name: Each;
    /** The id of the user who acted; null where the store itself did. */
    readonly by: string | null;
    readonly appId?: string;
    readonly versionId?: string;
    /** The user whom it concerns. */
    readonly uid?: string;
  } & SubjectIds[(typeof EVENTS)[Each]['subject']] &
    EventFacts<Each> &
    (Record<never, never> extends EventDetails<Each>
      ? { readonly details?: EventDetails<Each> }
      : { readonly details: EventDetails<Each> });
}[Name];

/** Returns the definition of an event; null for a name that another release of Quayside recorded. */
export function findEvent(name: string): EventDefinition | null {
  return Object.hasOwn(EVENTS, name) ? EVENTS[name as EventName] : null;
}

/** Returns the label of a recorded event, or its name when this release does not know it. */
export function eventLabel(name: string): string {
  return findEvent(name)?.label ?? name;
}

/** Returns the name under which webhooks get an event; null for one that they cannot subscribe to. */
export function webhookOf(name: EventName): WebhookEvent | null {
  const definition: EventDefinition = EVENTS[name];
  return (definition.webhook ?? null) as WebhookEvent | null;
}

/** Returns the label of what a webhook gets. */
export function webhookLabel(webhook: DeliveredEvent): string {
  if (webhook === TEST_EVENT) return t`Test event`;
  const name = EVENT_NAMES.find((each) => webhookOf(each) === webhook);
  return (name && findEvent(name)?.webhookLabel) ?? eventLabel(webhook);
}

/** Returns the areas of the data that an event changes. */
export function changesOf(name: EventName): readonly DataArea[] {
  return [...EVENTS[name].changes, 'audit'];
}
