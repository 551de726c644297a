import { cutValues, type Finding } from './finding.ts';
import type { Inspection } from './inspect.ts';
import { ANDROID_RULES } from './rules/android-rules.ts';
import { isAlwaysEnforced } from './rules/catalogue.ts';
import { IOS_RULES } from './rules/ios-rules.ts';
import { NAME_RULES } from './rules/name-rules.ts';
import type { EvaluationContext, PackageRule, RuleMode, RuleSubject } from './rules/rule.ts';
import { VERSION_RULES } from './rules/version-rules.ts';

const ORDER = { error: 0, warning: 1, info: 2 };

/**
 * Evaluates an inspected package: combines the inspection's findings, the rules about the package alone, and
 * the comparison with its app and the app's earlier versions. Observed rules give warnings instead of errors,
 * and disabled rules give nothing. The reason why a package cannot be read is always included.
 * @returns errors first, then warnings, then infos
 */
export function evaluatePackage(inspection: Omit<Inspection, 'icon'>, context: EvaluationContext): Finding[] {
  const { package: facts, signature, findings } = inspection;
  if (!facts) return findings;
  const own =
    facts.platform === 'android'
      ? findViolations(ANDROID_RULES, { facts, signature, context })
      : findViolations(IOS_RULES, { facts, signature, context });
  const compared = findViolations([...NAME_RULES, ...VERSION_RULES], { facts, signature, context });
  return [...findings, ...own, ...compared]
    .flatMap((finding) => applyMode(finding, modeOf(finding, context)))
    .sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

function findViolations<S extends RuleSubject>(rules: PackageRule<S['facts']>[], subject: S): Finding[] {
  return rules.flatMap(({ id, severity, find }) => {
    const values = find(subject);
    return values === null ? [] : [{ rule: id, severity, values: cutValues(values) }];
  });
}

function modeOf(finding: Finding, { modes }: EvaluationContext): RuleMode {
  return isAlwaysEnforced(finding.rule) ? 'enforce' : (modes?.[finding.rule] ?? 'enforce');
}

function applyMode(finding: Finding, mode: RuleMode): Finding[] {
  if (mode === 'off') return [];
  return [mode === 'observe' && finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding];
}
