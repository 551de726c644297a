import type { z } from 'zod';
import type { EventDefinition } from '#shared/event.ts';
import { type DomainEvent, EVENTS, type EventName } from '#shared/events.ts';
import type { Tx } from '../platform/db/open.ts';
import { auditEvents } from '../platform/db/tables/audit.ts';

/** An event as subscribers receive it, with its time and complete details. */
export type EmittedEvent<Name extends EventName = EventName> = {
  readonly [Each in Name]: DomainEvent<Each> & {
    readonly at: Date;
    readonly details: z.output<(typeof EVENTS)[Each]['details']>;
  };
}[Name];

/** Reacts to events in their transaction. Work for later is enqueued there. */
export type Subscriber = (tx: Tx, event: EmittedEvent) => Promise<void>;

type Reactions = { readonly [Name in EventName]?: (tx: Tx, event: EmittedEvent<Name>) => Promise<void> };

/** Returns a subscriber that reacts to the named events. */
export function on(reactions: Reactions): Subscriber {
  return async (tx, event) => {
    const react = reactions[event.name] as Subscriber | undefined;
    await react?.(tx, event);
  };
}

let subscribers: readonly Subscriber[] | null = null;

/** Sets the subscribers of this process, in the order in which they run. */
export function setSubscribers(composed: readonly Subscriber[]): void {
  subscribers = composed;
}

/**
 * Emits an event in the transaction of the change: writes the audit log and runs the subscribers. A rollback undoes
 * all of it.
 */
export async function emit(tx: Tx, event: DomainEvent): Promise<void> {
  await emitNamed(tx, event);
}

/** An event whose name is known when it is emitted; only the schemas of its definition check details and facts. */
export interface NamedEvent {
  readonly name: EventName;
  readonly by: string | null;
  readonly appId?: string;
  readonly versionId?: string;
  readonly uid?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
}

/** Emits an event whose name comes from the record of an action. Where code names the event, use `emit`. */
export async function emitNamed(tx: Tx, event: NamedEvent): Promise<void> {
  if (!subscribers) throw new Error(`subscribers must be set before ${event.name}`);
  const { name, by, appId, versionId, uid } = event;
  const definition: EventDefinition = EVENTS[name];
  const details = definition.details.parse(event.details ?? {});
  const facts = definition.facts?.parse(event.facts) ?? {};
  const [row] = await tx
    .insert(auditEvents)
    .values({ event: name, actorUid: by, appId, versionId, subjectUid: uid, details, facts })
    .returning({ at: auditEvents.at });
  const emitted = { ...event, details, at: row?.at } as EmittedEvent;
  for (const react of subscribers) await react(tx, emitted);
}
