import { expect, test } from 'vitest';
import type { EventDefinition } from './event.ts';
import { EVENT_GROUPS, EVENT_NAMES, EVENTS, WEBHOOK_EVENTS, webhookLabel } from './events.ts';

/** The placeholders of a sentence, by the subject of the event. */
const NAMED = {
  app: ['app'],
  version: ['app', 'version', 'subject'],
  user: ['subject'],
  member: ['app', 'subject'],
  store: [],
} as const;

test.each(EVENT_NAMES)('the sentence of %s uses only fields of the event', (name) => {
  const { sentence, subject, details }: EventDefinition = EVENTS[name];
  const named = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, place]) => place);
  expect([...NAMED[subject], ...Object.keys(details.shape)]).toEqual(expect.arrayContaining(named));
});

test('every event belongs to one group of the audit log’s filter', () => {
  expect(EVENT_GROUPS.flatMap(({ names }) => names).sort()).toEqual([...EVENT_NAMES].sort());
});

test('webhooks keep the events that receivers may know', () => {
  const known = [
    'version.expired',
    'version.findings',
    'version.submitted',
    'version.withdrawn',
    'version.claimed',
    'version.unclaimed',
    'version.approved',
    'version.rejected',
    'version.published',
    'version.unpublished',
    'version.republished',
    'version.removed',
    'version.restored',
    'version.vulnerability-marked',
    'release.scheduled',
    'release.rollout-changed',
    'release.halted',
    'release.halted-automatically',
    'release.halt-disputed',
    'release.dispute-resolved',
    'release.resumed',
    'release.completed',
    'release.rolled-back',
    'version.held',
    'version.hold-lifted',
  ];
  expect(known.filter((name) => !WEBHOOK_EVENTS.some((event) => event === name))).toEqual([]);
});

test('webhooks can subscribe to events of versions and releases, each with its own label', () => {
  expect(WEBHOOK_EVENTS.filter((name) => !/^(?:version|release)\./.test(name))).toEqual([]);
  const labels = WEBHOOK_EVENTS.map(webhookLabel);
  expect(labels).toContain('Inspection finished');
  expect(new Set(labels).size).toBe(WEBHOOK_EVENTS.length);
});
