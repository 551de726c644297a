import { html } from 'hono/html';
import {
  CAPABILITIES,
  CAPABILITY_GROUPS,
  CAPABILITY_WEIGHTS,
  type Capability,
  type CapabilityGroup,
} from '#shared/packages/capability-records.ts';
import { protectionOf } from '#shared/packages/platform-permissions.ts';
import { type Html, renderTable } from './table.ts';

/** Returns a table of the capabilities of each group, as Markdown, the gravest first. */
export function renderCapabilities(): string {
  const records: readonly Capability[] = Object.values(CAPABILITIES);
  return (Object.keys(CAPABILITY_GROUPS) as CapabilityGroup[])
    .map((group) => {
      const rows = records
        .filter((record) => record.group === group)
        .sort((one, other) => other.weight - one.weight)
        .map((record) => [record.sentence, CAPABILITY_WEIGHTS[record.weight], grantsOf(record)]);
      return `**${CAPABILITY_GROUPS[group]}**\n\n${renderTable(['Your app can', 'Weight', 'By'], rows)}`;
    })
    .join('\n\n');
}

function grantsOf({
  permissions = [],
  permissionPrefix,
  usageTexts = [],
  component,
  setting,
}: Capability): Html {
  const requests = permissions.map((name) => {
    const [level] = protectionOf(name) ?? [];
    return html`<code>${shortName(name)}</code>${level === undefined ? '' : ` (${level})`}`;
  });
  const parts = [
    ...requests,
    ...(permissionPrefix === undefined ? [] : [html`<code>${shortName(permissionPrefix)}…</code>`]),
    ...usageTexts.map((key) => html`<code>${key}</code>`),
    ...(component ? [html`a component with <code>${shortName(component.permission)}</code>`] : []),
    ...(setting === undefined
      ? []
      : [html`<code>usesCleartextTraffic</code> or the network security configuration`]),
  ];
  return html`${parts.map((part, index) => html`${index > 0 ? ', ' : ''}${part}`)}`;
}

function shortName(name: string): string {
  return name.replace(/^android\.permission\./, '');
}
