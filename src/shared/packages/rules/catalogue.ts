import { t } from '../../languages/translate.ts';
import type { Severity } from '../finding.ts';
import { describeRule, SIGNATURE_RULE_IDS } from '../signature/rules.ts';
import { ANDROID_RULES } from './android-rules.ts';
import { CONTAINER_RULES, FILE_RULES, isAlwaysEnforced } from './file-rules.ts';
import { IOS_RULES } from './ios-rules.ts';
import { NAME_RULES } from './name-rules.ts';
import { VERSION_RULES } from './version-rules.ts';

/** A rule as shown in the store's settings. */
export interface CatalogueRule {
  id: string;
  title: string;
  fix: string;
  severity: Severity;
  /**
   * True when the store can't change the mode, because a package that breaks the rule can't be evaluated
   * further.
   */
  isAlwaysEnforced: boolean;
}

/** Lists every package rule by topic. Being unreadable is not a rule. */
export const RULE_GROUPS: { title: string; rules: CatalogueRule[] }[] = [
  { title: t`Android packages`, rules: ANDROID_RULES.map(shown) },
  { title: t`iOS packages`, rules: IOS_RULES.map(shown) },
  { title: t`Compared with earlier versions`, rules: VERSION_RULES.map(shown) },
  {
    title: t`ZIP archive`,
    rules: Object.entries(CONTAINER_RULES).map(([id, rule]) => shown({ id, ...rule })),
  },
  {
    title: t`File`,
    rules: [...Object.entries(FILE_RULES).map(([id, rule]) => ({ id, ...rule })), ...NAME_RULES].map(shown),
  },
  { title: t`Signatures`, rules: SIGNATURE_RULE_IDS.map((id) => shown({ id, ...describeRule(id) })) },
];

function shown({ id, title, fix, severity }: Omit<CatalogueRule, 'isAlwaysEnforced'>): CatalogueRule {
  return { id, title, fix, severity, isAlwaysEnforced: isAlwaysEnforced(id) };
}
