import { describeRule, SIGNATURE_RULE_IDS } from '../signature/rules.ts';
import { ANDROID_RULES } from './android-rules.ts';
import { FILE_RULES } from './file-rules.ts';
import { IOS_RULES } from './ios-rules.ts';
import { VERSION_RULES } from './version-rules.ts';

/** A rule as the store's people see it when they choose how far it holds. */
export interface CatalogueRule {
  id: string;
  title: string;
  fix: string;
}

/** Every rule that a store may switch, by what it is about. That a package cannot be read at all is no rule. */
export const RULE_GROUPS: { title: string; rules: CatalogueRule[] }[] = [
  { title: 'Android packages', rules: ANDROID_RULES.map(shown) },
  { title: 'iOS packages', rules: IOS_RULES.map(shown) },
  { title: 'Next to the app and its earlier versions', rules: VERSION_RULES.map(shown) },
  { title: 'The file', rules: Object.entries(FILE_RULES).map(([id, rule]) => shown({ id, ...rule })) },
  { title: 'Signatures', rules: SIGNATURE_RULE_IDS.map((id) => ({ id, ...describeRule(id) })) },
];

function shown({ id, title, fix }: CatalogueRule): CatalogueRule {
  return { id, title, fix };
}
