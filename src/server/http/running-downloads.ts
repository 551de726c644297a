import { inArray, sql } from 'drizzle-orm';
import type { Context as HonoContext } from 'hono';
import type { Context } from '../platform/context.ts';
import { apps } from '../platform/db/tables/apps.ts';
import { isHeld } from '../platform/db/tables/holds.ts';
import { versions } from '../platform/db/tables/versions.ts';
import { defineService } from '../platform/services.ts';

/** Pause between two comparisons of running downloads with the holds, which other servers make too. */
const CHECK_MS = 400;

type CheckContext = Pick<Context, 'essential' | 'log'>;

/** The downloads of packages that this process sends, which end when the package is held. */
class RunningDownloads implements AsyncDisposable {
  readonly #ends = new Map<string, Set<() => void>>();
  #timer: NodeJS.Timeout | null = null;
  #checking: Promise<void> = Promise.resolve();

  /** Adds a download that `end` breaks off. Returns what to call when it has ended by itself. */
  add(context: CheckContext, versionId: string, end: () => void): () => void {
    const ends = this.#ends.get(versionId) ?? new Set();
    this.#ends.set(versionId, ends.add(end));
    this.#schedule(context);
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.#ends.get(versionId) === ends) this.#ends.delete(versionId);
    };
  }

  #schedule(context: CheckContext): void {
    this.#timer ??= setTimeout(() => {
      this.#checking = this.#check(context).finally(() => {
        this.#timer = null;
        if (this.#ends.size > 0) this.#schedule(context);
      });
    }, CHECK_MS).unref();
  }

  async #check({ essential, log }: CheckContext): Promise<void> {
    try {
      const held = await essential.db
        .select({ id: versions.id })
        .from(versions)
        .innerJoin(apps, sql`${apps.id} = ${versions.appId}`)
        .where(
          sql`${inArray(versions.id, [...this.#ends.keys()])} AND ${isHeld(versions.id, apps.id, apps.ownerUid)}`,
        );
      for (const { id } of held) for (const end of this.#ends.get(id) ?? []) end();
    } catch (error) {
      // The next check follows soon; a new request is checked by itself.
      log.debug({ err: error }, 'the running downloads could not be compared with the holds');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#ends.clear();
    await this.#checking;
  }
}

const runningDownloads = defineService(() => new RunningDownloads());

/** Returns how `serveFile` registers the download of a version's package, so that it ends when the version is held. */
export function endWhenHeld(context: Context, versionId: string): (end: () => void) => () => void {
  return (end) => context.services.get(runningDownloads).add(context, versionId, end);
}

/** Responds that staff hold a file. Nobody may keep the response: the hold may be lifted soon. */
export function respondHeld(c: HonoContext): Response {
  return c.text('The store is holding this file. It may return later.', 410, { 'Cache-Control': 'no-store' });
}
