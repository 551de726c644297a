import { t } from './languages/translate.ts';

/**
 * The side that acts: an app's publisher or its members, an admin of the store, the store itself (jobs, policies), or the
 * operator with a command on the server's machine.
 */
export type Actor = 'publisher' | 'admin' | 'system' | 'operator';

/** The colour of a status or a button; `neutral` is grey on a chip and the main colour on a button. */
export type StatusTone = 'success' | 'error' | 'warning' | 'info' | 'neutral';

/** The icons of statuses and actions. The client maps each name to a picture. */
export type IconName =
  | 'block'
  | 'calendar'
  | 'cancel'
  | 'check'
  | 'clock'
  | 'edit'
  | 'error'
  | 'hidden'
  | 'hourglass'
  | 'inspect'
  | 'pause'
  | 'play'
  | 'progress'
  | 'restore'
  | 'review'
  | 'rollback'
  | 'send'
  | 'thumbUp'
  | 'tune'
  | 'undo'
  | 'upload'
  | 'visible';

/** The part of a status's record that apps, versions and releases share. */
export interface StatusRecord {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: StatusTone;
  /** Follows "This version" or "version 1.2" in a sentence: "is in review". */
  readonly phrase: string;
}

/** A button that starts an action. */
export interface ButtonRecord {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: StatusTone;
}

/** One way to change a status: the rule, the event that it emits, and the button that starts it. */
export interface ActionRecord<Status extends string, Event extends string = string> {
  readonly from: readonly Status[];
  /** Statuses that show that the same request has already had its effect. */
  readonly done: readonly Status[];
  readonly who: readonly Actor[];
  /** Follows "it can’t be" in a sentence: "submitted for review". */
  readonly participle: string;
  /** The name of the event that is emitted with the change. `emit` takes no unknown one. */
  readonly event: Event;
  /** Null for what only the store itself does. */
  readonly button: ButtonRecord | null;
}

/** A request to change the status of something, or the question whether a button may do so. */
export interface ActionRequest<Action extends string, Status extends string> {
  readonly action: Action;
  readonly status: Status;
  readonly actor: Actor;
}

interface Lifecycle<Action extends string, Status extends string> {
  /** Begins the sentence: "This version". */
  readonly subject: () => string;
  readonly actions: Readonly<Record<Action, Pick<ActionRecord<Status>, 'from' | 'who' | 'participle'>>>;
  readonly statuses: Readonly<Record<Status, StatusRecord>>;
}

/**
 * Returns the function that gives the reason why an action is not allowed, as a sentence to show; null when it is. The
 * same rule guards the server and disables the button.
 */
export function defineDenialReason<Action extends string, Status extends string>({
  subject,
  actions,
  statuses,
}: Lifecycle<Action, Status>) {
  return ({ action, status, actor }: ActionRequest<Action, Status>): string | null => {
    const { from, who } = actions[action];
    if (!who.includes(actor)) {
      return actor === 'publisher' ? t`Only store staff can do this.` : t`Only the publisher can do this.`;
    }
    if (from.includes(status)) return null;
    return t`${subject()} ${statuses[status].phrase}, so it can’t be ${actions[action].participle}.`;
  };
}

/** Returns the statuses whose record meets a condition, in the order of the records. */
export function statusesWhere<Status extends string, Found extends StatusRecord>(
  statuses: Readonly<Record<Status, Found>>,
  condition: (record: Found) => boolean | undefined,
): readonly Status[] {
  return (Object.keys(statuses) as Status[]).filter((status) => condition(statuses[status]) === true);
}
