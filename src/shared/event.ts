import type { z } from 'zod';
import type { DataArea } from './data-areas.ts';

/** The subject of an event decides which ids it carries. */
export type EventSubject = 'app' | 'version' | 'user' | 'member' | 'store';

export interface EventDefinition {
  readonly subject: EventSubject;
  /** Fields that the audit log keeps beyond who, what and when. */
  readonly details: z.ZodObject;
  /**
   * The facts that receipts publish: numbers, texts and nulls, nothing personal. The log keeps them when personal data is
   * erased from the details.
   */
  readonly facts?: z.ZodObject;
  /**
   * True when only staff cause it although no action's record says so: the histories of publishers leave out who it was.
   */
  readonly isByStaff?: true;
  /** Short name for histories, filters and settings. */
  readonly label: string;
  /**
   * The sentence of the audit log, after the name of the actor. Braces name what it is about: `app`, `version`, `subject`
   * (a user), or a field of the details.
   */
  readonly sentence: string;
  /** The name under which webhooks get it; left out for events that they cannot subscribe to. */
  readonly webhook?: string;
  /** The label of `webhook` where several events share it. */
  readonly webhookLabel?: string;
  /** Data that it makes stale, besides the audit log. */
  readonly changes: readonly DataArea[];
}

/** Declares one kind of event. */
export function defineEvent<const Definition extends EventDefinition>(definition: Definition): Definition {
  return definition;
}
