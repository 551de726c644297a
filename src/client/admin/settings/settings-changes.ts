import { isGroup, isSame } from '#client/ui/is-same.ts';
import { t } from '#shared/languages/translate.ts';
import { isSettingName, SETTINGS, type StoreSettings } from '#shared/settings/settings.ts';

/** A past change of the settings, with their values on both sides. */
export interface SettingsChange {
  readonly names: readonly (keyof StoreSettings)[];
  readonly before: Partial<StoreSettings>;
  readonly after: Partial<StoreSettings>;
}

/** A value that a change replaced, as texts. */
export interface SettingDifference {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Reads a change from the details of its audit entry. Leaves out settings that no longer exist, which are all when the
 * entry was erased.
 */
export function readChange(details: Record<string, unknown>): SettingsChange {
  const {
    changed = [],
    before = {},
    after = {},
  } = details as {
    changed?: readonly string[];
    before?: Partial<StoreSettings>;
    after?: Partial<StoreSettings>;
  };
  return { names: changed.filter(isSettingName), before, after };
}

/** Returns the values that differ, those of a group of settings each by itself. */
export function differencesOf({ names, before, after }: SettingsChange): SettingDifference[] {
  return names.flatMap((name) => compare([SETTINGS[name].label], before[name], after[name]));
}

function compare(labels: readonly string[], before: unknown, after: unknown): SettingDifference[] {
  if (isSame(before, after)) return [];
  if (!isGroup(before) || !isGroup(after)) {
    return [{ label: labels.join(' › '), before: describeValue(before), after: describeValue(after) }];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => compare([...labels, wordsOf(key)], before[key], after[key]));
}

/** Returns `staleClaimHours` as `stale claim hours`. */
function wordsOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return t`None`;
  if (Array.isArray(value)) return value.map(describeValue).join(', ');
  if (isGroup(value)) {
    return typeof value['name'] === 'string'
      ? value['name']
      : Object.values(value).map(describeValue).join(', ');
  }
  return String(value);
}
