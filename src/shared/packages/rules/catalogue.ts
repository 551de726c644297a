import { plural, t } from '../../languages/translate.ts';
import { cutEvidence, type ReportedFinding, type StoredFinding } from '../finding.ts';
import { SIGNATURE_RULES } from '../signature/rules.ts';
import { ANDROID_RULES } from './android-rules.ts';
import { CONTAINER_RULES } from './container-rules.ts';
import { FILE_RULES, OBSTACLES } from './file-rules.ts';
import { IMAGE_RULES } from './image-rules.ts';
import { IOS_RULES } from './ios-rules.ts';
import { LOOKALIKE_RULES } from './lookalike-rules.ts';
import { NAME_RULES } from './name-rules.ts';
import { type RuleRecord, withProperties } from './rule.ts';
import { VERSION_RULES } from './version-rules.ts';

/** A rule as shown in the store's settings and the developer guide. */
export type CatalogueRule = RuleRecord & { readonly id: string };

/** Lists every package rule by topic. Being unreadable is not a rule. */
export const RULE_GROUPS: readonly { readonly title: string; readonly rules: readonly CatalogueRule[] }[] = [
  { title: t`Android packages`, rules: ANDROID_RULES },
  { title: t`iOS packages`, rules: IOS_RULES },
  { title: t`Compared with earlier versions`, rules: VERSION_RULES },
  { title: t`Compared with other apps`, rules: withIds(Object.entries(LOOKALIKE_RULES)) },
  { title: t`ZIP archive`, rules: withIds(Object.entries(CONTAINER_RULES)) },
  { title: t`File`, rules: [...withIds(Object.entries(FILE_RULES)), ...NAME_RULES] },
  { title: t`Signatures`, rules: withIds([...SIGNATURE_RULES]) },
];

/** Lists what keeps a file from being inspected or accepted at all, which is no rule of a store. */
export const OBSTACLE_RULES: readonly CatalogueRule[] = withIds(Object.entries(OBSTACLES));

const RECORDS: ReadonlyMap<string, RuleRecord> = new Map(
  [
    ...RULE_GROUPS.flatMap(({ rules }) => rules),
    ...OBSTACLE_RULES,
    ...withIds(Object.entries(IMAGE_RULES)),
  ].map((rule) => [rule.id, rule]),
);

/** The ids of everything that a finding may be of, images among them. */
export const RULE_IDS: readonly string[] = [...RECORDS.keys()];

function withIds(rules: readonly (readonly [id: string, RuleRecord])[]): CatalogueRule[] {
  return rules.map(([id, rule]) => withProperties(rule, { id }));
}

/** Returns true when a store can't switch a rule off or observe it only. */
export function isAlwaysEnforced(rule: string): boolean {
  return RECORDS.get(rule)?.isAlwaysEnforced ?? false;
}

/**
 * Returns a finding with its texts in the page's language. A finding of an earlier inspection without values, or of a
 * rule that another release has, keeps the texts that it came with.
 */
export function describeFinding(finding: StoredFinding): ReportedFinding {
  const { rule, values, evidence = '' } = finding;
  const record = RECORDS.get(rule);
  if (!record) return { title: rule, fix: '', ...finding, evidence };
  const fix = record.fixes?.[String(values?.['found'])] ?? record.fix;
  return { ...finding, title: record.title, fix, evidence: values ? evidenceOf(record, values) : evidence };
}

function evidenceOf(record: RuleRecord, values: NonNullable<StoredFinding['values']>): string {
  const { omitted } = values;
  if (typeof omitted === 'number') {
    return plural(omitted, {
      one: '# more finding of this kind was omitted.',
      other: '# more findings of this kind were omitted.',
    });
  }
  try {
    return cutEvidence(record.evidence(values));
  } catch {
    // Another release may have kept other values, and one finding must hide neither its version nor the whole feed.
    return '';
  }
}
