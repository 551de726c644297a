import { inArray } from 'drizzle-orm';
import { publishChanges } from '../../events/publish-changes.ts';
import type { Context } from '../../platform/context.ts';
import { webhooks } from '../../platform/db/tables/deliveries.ts';
import { defineService } from '../../platform/services.ts';

/** The time in which attempts are announced together, in milliseconds. */
const TOGETHER_MS = 500;

/** The webhooks whose logs have new attempts since the last announcement. */
class LogChanges implements AsyncDisposable {
  readonly #webhookIds = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Tells browsers that show the log soon, and once for many attempts: a store makes hundreds in a second, and each would be
   * a message to every process.
   */
  note(context: Context, webhookId: string | null): void {
    if (webhookId === null) return;
    this.#webhookIds.add(webhookId);
    this.#timer ??= setTimeout(() => {
      this.#publish(context).catch((error: unknown) => {
        context.log.warn({ err: error }, 'browsers were not notified of deliveries');
      });
    }, TOGETHER_MS);
  }

  async #publish({ db }: Context): Promise<void> {
    const ids = [...this.#webhookIds];
    this.#webhookIds.clear();
    this.#timer = undefined;
    const concerned = await db
      .selectDistinct({ appId: webhooks.appId })
      .from(webhooks)
      .where(inArray(webhooks.id, ids));
    for (const { appId } of concerned) await publishChanges(db, { areas: ['webhooks'], appId });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
  }
}

/** The announcements of attempts of this process. */
export const logChanges = defineService(() => new LogChanges());
