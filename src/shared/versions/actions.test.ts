import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type VersionStatus, versionStatusSchema } from '../statuses/version-status.ts';
import { deletionDenialReason, VERSION_ACTIONS, type VersionAction, versionDenialReason } from './actions.ts';

const actions = Object.keys(VERSION_ACTIONS) as VersionAction[];

describe('the records of actions', () => {
  /** All but the operator's, whom no request can act as. */
  const requested = actions.filter((action) => !VERSION_ACTIONS[action].who.includes('operator'));

  test('published is first reached only from approved, and approved only by an approval', () => {
    const into = (to: string) => requested.filter((action) => VERSION_ACTIONS[action].to === to);
    expect(into('published')).toEqual(['publish', 'republish', 'restore']);
    expect(VERSION_ACTIONS.publish.from).toEqual(['approved']);
    expect(into('approved')).toEqual(['approve']);
    expect(VERSION_ACTIONS.approve.who).toEqual(['admin', 'system']);
    expect(into('removed')).toEqual(['remove']);
    expect(VERSION_ACTIONS.remove.from).toEqual(['published']);
  });

  test('only the operator’s import publishes a draft, and nobody else can import', () => {
    expect(actions.filter((action) => !requested.includes(action))).toEqual(['import']);
    expect(VERSION_ACTIONS.import).toMatchObject({ from: ['draft'], to: 'published', who: ['operator'] });
    for (const actor of ['publisher', 'admin', 'system'] as const) {
      expect(versionDenialReason({ action: 'import', status: 'draft', actor })).not.toBeNull();
    }
    expect(versionDenialReason({ action: 'import', status: 'removed', actor: 'operator' })).not.toBeNull();
  });

  test('no sequence of allowed actions publishes without an approval', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...requested), { maxLength: 30 }), (sequence) => {
        let status: VersionStatus = 'uploading';
        const steps: { action: VersionAction; status: VersionStatus }[] = [];
        for (const action of sequence) {
          const transition = VERSION_ACTIONS[action];
          if (!transition.from.includes(status)) continue;
          status = transition.to;
          steps.push({ action, status });
        }
        const approval = steps.findIndex((step) => step.action === 'approve');
        const publication = steps.findIndex((step) => step.status === 'published');
        expect(publication === -1 || (approval !== -1 && approval < publication)).toBe(true);
      }),
    );
  });
});

describe('versionDenialReason', () => {
  test('allows what the records allow and nothing else', () => {
    for (const action of actions) {
      const { from, who } = VERSION_ACTIONS[action];
      for (const status of versionStatusSchema.options) {
        for (const actor of ['publisher', 'admin', 'system'] as const) {
          const allowed = from.includes(status) && who.includes(actor);
          expect(versionDenialReason({ action, status, actor }) === null).toBe(allowed);
        }
      }
    }
  });

  test('explains denials in plain words', () => {
    expect(versionDenialReason({ action: 'submit', status: 'invalid', actor: 'publisher' })).toBe(
      'This version failed inspection, so it can’t be submitted for review.',
    );
    expect(versionDenialReason({ action: 'approve', status: 'submitted', actor: 'publisher' })).toBe(
      'Only store staff can do this.',
    );
  });
});

test('versions that are live or in review cannot be deleted, and the reason says what to do', () => {
  expect(deletionDenialReason('draft')).toBeNull();
  expect(deletionDenialReason('published')).toBe('This version is published. Unpublish it first.');
  expect(deletionDenialReason('in_review')).toBe('This version is in review. Withdraw it first.');
  expect(deletionDenialReason('removed')).toBe('This version was removed by staff, so it can’t be deleted.');
});
