import { isDeepStrictEqual } from 'node:util';
import { type CallError } from '#shared/errors.ts';
import { noteSentence, noteSentences } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import { RULE_GROUPS } from '#shared/packages/rules/catalogue.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Config } from '../../platform/config/config.ts';
import { callError } from '../../platform/input/call-error.ts';
import { invalidInput } from '../../platform/input/invalid.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { urlDenialReason } from '../../platform/safe-fetch/safe-fetch.ts';
import { lockSettings, writeSettings } from '../../platform/settings.ts';

/**
 * `settings.update`: changes the store's settings immediately; the audit log keeps both states. Throws `aborted`, with
 * the names of these settings, when some are not as the caller saw them.
 */
export const updateSettings: Handler<'settings.update'> = async ({ data, caller, context }) => {
  requireSwitchableRules(Object.keys(data.settings.rules ?? {}));
  return context.db.transaction(async (tx) => {
    const before = await lockSettings(tx);
    requireUnchanged(before, data.before ?? {});
    requireReachableIssuers(data.settings.trustedIssuers ?? [], { before, config: context.config });
    const settings = await writeSettings(tx, data.settings);
    const changed = namesOfChanges(before, settings);
    if (changed.length === 0) return { settings };
    await emit(tx, {
      by: caller.uid,
      name: 'settings.updated',
      details: { changed, before, after: settings },
    });
    // Of the settings, apps in the feeds contain only their categories.
    if (changed.includes('categories')) await queueRebuild(tx, 'all');
    else if (changed.some((name) => SHOWN_IN_FEEDS.has(name))) await queueRebuild(tx, []);
    return { settings };
  });
};

/** Throws `invalid-argument` for new issuers without https or with a private address, unless the operator listed them. */
function requireReachableIssuers(
  issuers: StoreSettings['trustedIssuers'],
  { before, config }: { before: StoreSettings; config: Config },
): void {
  const problems = issuers.flatMap(({ url }, at) => {
    const { origin } = new URL(url);
    const isKnown = before.trustedIssuers.some((known) => known.url === url);
    if (isKnown || config.privateIssuers.includes(origin)) return [];
    const { result, sentenceOf } = noteSentences(() =>
      urlDenialReason(new URL(url), { webhooksAllowPrivate: false }),
    );
    return result === null
      ? []
      : [{ path: `settings.trustedIssuers.${at}.url`, problem: sentenceOf(result) }];
  });
  if (problems.length > 0) throw invalidInput(problems);
}

/** The settings in the heads of the feeds. */
const SHOWN_IN_FEEDS: ReadonlySet<keyof StoreSettings> = new Set(['storeName', 'tagline', 'accent']);

function namesOfChanges(before: StoreSettings, after: Partial<StoreSettings>): (keyof StoreSettings)[] {
  const names = Object.keys(after) as (keyof StoreSettings)[];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

function requireUnchanged(current: StoreSettings, seen: Partial<StoreSettings>): void {
  const changed = namesOfChanges(current, seen);
  if (changed.length === 0) return;
  throw callError(
    'aborted',
    () => t`Someone else changed these settings meanwhile. Review their values, then save again.`,
    {
      reason: 'stale',
      changed,
    },
  );
}

const RULES = new Map(RULE_GROUPS.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])));

/**
 * Rejects unknown rules and those that are always enforced, because a misspelt one would silently stay
 * enforced. Throws `invalid-argument`.
 */
function requireSwitchableRules(ids: readonly string[]): void {
  const unknown = ids.filter((id) => !RULES.has(id));
  if (unknown.length > 0) throw rejectRules(unknown, () => t`There is no rule with this ID.`);
  const fixed = ids.filter((id) => RULES.get(id)?.isAlwaysEnforced);
  if (fixed.length > 0) throw rejectRules(fixed, () => t`This rule is always enforced. Omit it.`);
}

function rejectRules(ids: readonly string[], write: () => string): CallError {
  const problem = noteSentence(write);
  return invalidInput(ids.map((id) => ({ path: `settings.rules.${id}`, problem })));
}
