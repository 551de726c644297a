import { CallError } from '#shared/errors.ts';
import { RULE_GROUPS } from '#shared/packages/rules/catalogue.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { readSettings, writeSettings } from './queries.ts';

/** `settings.update`: changes the store's settings, effective at once; the audit log keeps both states. */
export const updateSettings: Handler<'settings.update'> = async ({ data, caller, context }) => {
  requireKnownRules(Object.keys(data.settings.rules ?? {}));
  return context.db.transaction(async (tx) => {
    const before = await readSettings(tx);
    const settings = await writeSettings(tx, data.settings);
    const changed = namesOfChanges(before, settings);
    if (changed.length === 0) return { settings };
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'settings.updated',
      details: { changed, before, after: settings },
    });
    if (changed.some((name) => IN_FEEDS.has(name))) await enqueue(tx, 'rebuild-feeds', {});
    return { settings };
  });
};

/** What store clients read of the settings. */
const IN_FEEDS: ReadonlySet<keyof StoreSettings> = new Set(['storeName', 'categories'] as const);

function namesOfChanges(before: StoreSettings, after: StoreSettings): (keyof StoreSettings)[] {
  const names = Object.keys(after) as (keyof StoreSettings)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

const RULE_IDS = new Set(RULE_GROUPS.flatMap(({ rules }) => rules.map(({ id }) => id)));

/** A rule with a slip in its name would go on being enforced without anybody noticing. Throws `invalid-argument`. */
function requireKnownRules(ids: readonly string[]): void {
  const unknown = ids.filter((id) => !RULE_IDS.has(id));
  if (unknown.length === 0) return;
  const issues = unknown.map((id) => ({
    path: `settings.rules.${id}`,
    message: 'There is no rule of this id.',
  }));
  throw new CallError('invalid-argument', `There is no rule ${unknown.join(', ')}.`, { issues });
}
