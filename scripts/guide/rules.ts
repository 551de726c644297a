import { html } from 'hono/html';
import type { Severity } from '#shared/packages/finding.ts';
import { type CatalogueRule, OBSTACLE_RULES, RULE_GROUPS } from '#shared/packages/rules/catalogue.ts';
import { type Html, oneLine } from './table.ts';

/** A rule as the guide shows it; those of the newer signature schemes are one. */
interface ShownRule {
  readonly ids: readonly string[];
  readonly title: string;
  readonly fix: string;
  readonly checks: string;
  readonly why: string;
  readonly severity: Severity;
  readonly isAlwaysEnforced: boolean;
}

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'Must be fixed',
  warning: 'Warning',
  info: 'Info',
};

const OF_SCHEME = /^signature\.(?:v2|v3|v31)\.(.+)$/;

/** Returns the sections of all rules, as Markdown. */
export function renderRules(): string {
  const groups = RULE_GROUPS.map(({ title, rules }) => ({ title, rules: mergeSchemes(rules.map(withIds)) }));
  const obstacles = OBSTACLE_RULES.map((rule) => ({ ...withIds(rule), isAlwaysEnforced: true }));
  return [...groups, { title: 'Files that can’t be inspected', rules: obstacles }]
    .map(({ title, rules }) => `## ${title}\n\n${rules.map(renderRule).join('\n\n')}`)
    .join('\n\n');
}

function withIds({ id, isAlwaysEnforced, ...rule }: CatalogueRule): ShownRule {
  return { ids: [id], ...rule, isAlwaysEnforced: isAlwaysEnforced ?? false };
}

/** Makes one rule of those that only differ in their signature scheme, which share an explanation. */
function mergeSchemes(rules: readonly ShownRule[]): ShownRule[] {
  const merged = new Map<string, ShownRule>();
  for (const rule of rules) {
    const key = `${rule.checks} ${rule.why} ${rule.fix}`;
    const earlier = merged.get(key);
    merged.set(key, earlier ? { ...earlier, ids: [...earlier.ids, ...rule.ids] } : rule);
  }
  return [...merged.values()].map((rule) =>
    rule.ids.length > 1 ? { ...rule, title: titleOfAll(rule) } : rule,
  );
}

/** Returns the title with all the schemes of a rule: "The v2, v3 or v3.1 signature is malformed". */
function titleOfAll({ ids, title }: ShownRule): string {
  const names = ids.map((id) => (OF_SCHEME.test(id) ? (id.split('.')[1] ?? '').replace('v31', 'v3.1') : ''));
  return title.replace(/\bv(?:3\.1|2|3)\b/, `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}

function renderRule({ ids, title, fix, checks, why, severity, isAlwaysEnforced }: ShownRule): string {
  const [first = '', ...others] = ids;
  const details = oneLine(html`<dl>
    <dt>Rule</dt>
    <dd><code>${first}</code>${others.map((id) => html`, <code id="${id}">${id}</code>`)}</dd>
    <dt>Severity</dt>
    <dd>${SEVERITIES[severity]}${isAlwaysEnforced ? '; every store enforces it' : ''}</dd>
    <dt>Looks at</dt><dd>${withCode(checks)}</dd>
    <dt>Why</dt><dd>${withCode(why)}</dd>
    <dt>Fix</dt><dd>${withCode(fix)}</dd>
  </dl>`);
  return `### ${title.replaceAll(/[*_<>[\]`]/g, '\\$&')} {#${first}}\n\n${details}`;
}

/** Returns a text with its code in backticks as HTML. */
function withCode(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
