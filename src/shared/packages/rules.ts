import type { Finding } from './finding.ts';
import type { Inspection } from './inspect.ts';
import { ANDROID_RULES } from './rules/android-rules.ts';
import { IOS_RULES } from './rules/ios-rules.ts';
import type { JudgeContext, PackageRule, RuleMode, Subject } from './rules/rule.ts';
import { VERSION_RULES } from './rules/version-rules.ts';

const ORDER = { error: 0, warning: 1, info: 2 };

/**
 * Judges an inspected package: what the inspection found, what the rules say about the package alone, and how it
 * stands next to its app and the app's earlier versions. A rule that the store only observes cannot be an error;
 * one that is off says nothing. Why a package cannot be read is always said.
 * @returns errors first, then warnings, then what is only worth knowing
 */
export function judgePackage(inspection: Omit<Inspection, 'icon'>, context: JudgeContext): Finding[] {
  const { package: facts, signature, findings } = inspection;
  if (!facts) return findings;
  const own =
    facts.platform === 'android'
      ? broken(ANDROID_RULES, { facts, signature, context })
      : broken(IOS_RULES, { facts, signature, context });
  const compared = broken(VERSION_RULES, { facts, signature, context });
  return [...findings, ...own, ...compared]
    .flatMap((finding) => inMode(finding, context.modes?.[finding.rule] ?? 'enforce'))
    .sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

function broken<S extends Subject>(rules: PackageRule<S['facts']>[], subject: S): Finding[] {
  return rules.flatMap(({ id, severity, title, fix, evidence }) => {
    const shown = evidence(subject);
    return shown === null ? [] : [{ rule: id, severity, title, evidence: shown, fix }];
  });
}

function inMode(finding: Finding, mode: RuleMode): Finding[] {
  if (mode === 'off') return [];
  return [mode === 'observe' && finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding];
}
