import { readFileSync } from 'node:fs';
import { html } from 'hono/html';
import { COMMON, EXIT, EXIT_MEANINGS, type Options } from '#cli/command.ts';
import { COMMANDS } from '#cli/commands.ts';
import { EXAMPLES, PLACEHOLDERS } from '#cli/examples.ts';
import { WEBHOOK_EVENTS } from '#shared/events.ts';
import { formatNumber } from '#shared/languages/translate.ts';
import { ANTI_FEATURES } from '#shared/listings/anti-feature.ts';
import { LISTING_REQUIREMENTS } from '#shared/listings/completeness.ts';
import { notesFile } from '#shared/listings/fastlane.ts';
import {
  DETAILS,
  type FieldRecord,
  PICTURES,
  type PictureRecord,
  TEXTS,
} from '#shared/listings/field-records.ts';
import { formatAmount, limitInUnits, QUOTA_NAMES, QUOTAS } from '#shared/quotas/quotas.ts';
import { RELEASE_ACTIONS } from '#shared/releases/actions.ts';
import { REJECTION_REASONS } from '#shared/reviews/reasons.ts';
import { APP_STATUSES } from '#shared/statuses/app-status.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import { SCOPES } from '#shared/token-scope.ts';
import { readProgram } from '../api-reference/page.ts';
import { renderCapabilities } from './capabilities.ts';
import { renderLifecyclePicture, renderTransitions } from './lifecycle.ts';
import { renderRules } from './rules.ts';
import { type Html, renderTable } from './table.ts';

const code = (text: string): Html => html`<code>${text}</code>`;

/** The parts of the guide that are made from the code, as Markdown, by the names of its comments in the pages. */
export const PARTS: Readonly<Record<string, () => string>> = {
  'listing-requirements': listingRequirements,
  'listing-texts': listingTexts,
  'listing-details': listingDetails,
  'listing-pictures': listingPictures,
  'listing-files': listingFiles,
  'anti-features': () =>
    renderTable(
      ['Anti-feature', 'Meaning'],
      Object.values(ANTI_FEATURES)
        .filter(({ comesFrom }) => comesFrom === 'declaration')
        .map(({ label, explanation }) => [label(), explanation()]),
    ),
  'version-statuses': () =>
    renderTable(
      ['Status', 'What happens next'],
      Object.values(VERSION_STATUSES).map(({ label, nextStep }) => [
        html`<strong>${label}</strong>`,
        nextStep,
      ]),
    ),
  'app-statuses': () =>
    renderTable(
      ['Status', 'Meaning'],
      Object.values(APP_STATUSES).map(({ label, availability }) => [
        html`<strong>${label}</strong>`,
        `${availability}.`,
      ]),
    ),
  'lifecycle-picture': renderLifecyclePicture,
  transitions: renderTransitions,
  rules: renderRules,
  capabilities: renderCapabilities,
  'release-actions': releaseActions,
  'rejection-reasons': () =>
    renderTable(
      ['Reason', 'What you can do'],
      Object.values(REJECTION_REASONS).map((record) => [
        record.sentence,
        'isAboutListing' in record
          ? 'Edit the listing and resubmit the same package.'
          : 'Upload a corrected package.',
      ]),
    ),
  quotas: () =>
    renderTable(
      ['Limit', 'At first', 'When it’s reached'],
      QUOTA_NAMES.map((name) => [
        QUOTAS[name].label,
        formatAmount(name, limitInUnits(name, QUOTAS[name].initial)),
        QUOTAS[name].fix,
      ]),
    ),
  scopes: () =>
    renderTable(
      ['Scope', 'Allows a token to'],
      Object.entries(SCOPES).map(([scope, meaning]) => [code(scope), meaning]),
    ),
  'webhook-programs': () =>
    [
      ['JavaScript', 'js', 'receive-webhooks.mjs'],
      ['Python', 'py', 'receive-webhooks.py'],
      ['Java', 'java', 'ReceiveWebhooks.java'],
    ]
      .map(([language, fence, file = '']) => `### ${language}\n\n\`\`\`${fence}\n${readProgram(file)}\`\`\``)
      .join('\n\n'),
  'webhook-events': () => WEBHOOK_EVENTS.map((event) => `\`${event}\``).join(', '),
  'exit-codes': () =>
    renderTable(
      ['Exit code', 'Meaning'],
      Object.entries(EXIT_MEANINGS).map(([name, meaning]) => [
        String(EXIT[name as keyof typeof EXIT_MEANINGS]),
        `${capitalised(meaning)}.`,
      ]),
    ),
  commands: describeCommands,
  ...Object.fromEntries(
    Object.entries(EXAMPLES).map(([name, example]) => [`example-${name}`, () => showExample(example)]),
  ),
};

function listingRequirements(): string {
  return renderTable(
    ['Part', 'Needed'],
    Object.values(LISTING_REQUIREMENTS).map(({ label, isRequired }) => {
      const needs = (categories: readonly { id: string; name: string }[]) =>
        isRequired({ categories: [...categories], listingRequirements: [] });
      if (needs([])) return [label, 'Always'];
      return [
        label,
        needs([{ id: 'tools', name: 'Tools' }]) ? 'If the store has categories' : 'If the store asks for it',
      ];
    }),
  );
}

function listingTexts(): string {
  return renderTable(
    ['Text', 'At most'],
    Object.values<FieldRecord>(TEXTS).map(({ label, max }) => [
      label(),
      max === undefined ? 'an address' : `${formatNumber(max)} characters`,
    ]),
  );
}

/** Lists the details with their help; a list that the editor shows needs none. */
function listingDetails(): string {
  const records = Object.values<FieldRecord>(DETAILS).filter(({ help }) => help !== '');
  return renderTable(
    ['Detail', 'What belongs there', 'Example'],
    records.map(({ label, help, example }) => [label(), help, example === undefined ? '' : code(example)]),
  );
}

function listingPictures(): string {
  return renderTable(
    ['Image', 'Each side', 'Shape', 'Scaled to'],
    Object.values<PictureRecord>(PICTURES).map(({ label, minSide, maxSide, maxRatio, recommended }) => [
      label(),
      `${minSide}–${formatNumber(maxSide)} pixels`,
      maxRatio === 1 ? 'square' : `up to ${maxRatio} : 1`,
      recommended ? `${formatNumber(recommended.width)} × ${recommended.height}` : '–',
    ]),
  );
}

/** Lists the files of both layouts of fastlane that are read and written. */
function listingFiles(): string {
  const fields = [...Object.values<FieldRecord>(TEXTS), ...Object.values<FieldRecord>(DETAILS)];
  const files = fields
    .filter(({ fastlane, deliver }) => fastlane !== undefined || deliver !== undefined)
    .map(({ label, fastlane, deliver }) => [
      label(),
      fastlane === undefined ? '–' : code(fastlane),
      deliver === undefined ? '–' : code(`metadata/…/${deliver}`),
    ]);
  const pictures = Object.values<PictureRecord>(PICTURES).map(({ label, device, fastlane, deliver }) => [
    label(),
    code(device === undefined ? `${fastlane}.png` : `${fastlane}/1.png`),
    deliver === undefined ? '–' : code(`screenshots/…/${deliver}-1.png`),
  ]);
  const notes = [['What’s new in one version', code(notesFile('42')), '–']];
  return renderTable(['Part', 'Android, in a language’s folder', 'iOS'], [...files, ...notes, ...pictures]);
}

function releaseActions(): string {
  return renderTable(
    ['Action', 'While the release is', 'Who'],
    Object.values(RELEASE_ACTIONS).map(({ button, participle, from, who }) => [
      button?.label ?? capitalised(participle),
      from.map((status) => RELEASE_STATUSES[status].label).join(', '),
      who.map((actor) => (actor === 'system' ? 'the store' : 'you')).join(', '),
    ]),
  );
}

function describeCommands(): string {
  const all = Object.entries(COMMANDS).map(
    ([name, { usage, summary, options }]) => `### ${name} {#command-${name}}

\`quayside ${[name, usage].filter(Boolean).join(' ')}\`: ${summary}.

${Object.keys(options).length > 0 ? describeOptions(options) : ''}`,
  );
  return `${all.join('\n\n')}\n\n### Options of every command {#common-options}\n\n${describeOptions(COMMON)}`;
}

function describeOptions(options: Options): string {
  return renderTable(
    ['Option', 'Meaning'],
    Object.entries(options).map(([name, { value, ifBare, help }]) => [
      code(`--${name}${value === undefined ? '' : ifBare === undefined ? ` ${value}` : `[=${value}]`}`),
      capitalised(help),
    ]),
  );
}

/** Returns an example for a build server, with the address of the store that shows it. */
function showExample({ source, path }: (typeof EXAMPLES)[string]): string {
  const text = readFileSync(new URL(`../../examples/${source}`, import.meta.url), 'utf8');
  return `\`${path}\`:\n\n\`\`\`\n${text.replaceAll(PLACEHOLDERS.url, '{{publicUrl}}/')}\`\`\``;
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
