import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VERSION_TRANSITIONS, type VersionAction, whyNot, whyNotDelete } from './rules.ts';
import { type VersionStatus, versionStatusSchema } from './version.ts';

const actions = Object.keys(VERSION_TRANSITIONS) as VersionAction[];

describe('the table of transitions', () => {
  test('published is first reached from approved alone, and approved by an approval alone', () => {
    const into = (to: string) => actions.filter((action) => VERSION_TRANSITIONS[action].to === to);
    expect(into('published')).toEqual(['publish', 'republish', 'restore']);
    expect(VERSION_TRANSITIONS.publish.from).toEqual(['approved']);
    expect(into('approved')).toEqual(['approve']);
    expect(VERSION_TRANSITIONS.approve.who).toEqual(['admin', 'system']);
    expect(into('removed')).toEqual(['remove']);
    expect(VERSION_TRANSITIONS.remove.from).toEqual(['published']);
  });

  test('no sequence of allowed actions publishes without an approval', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...actions), { maxLength: 30 }), (sequence) => {
        let status: VersionStatus = 'uploading';
        const steps: { action: VersionAction; status: VersionStatus }[] = [];
        for (const action of sequence) {
          const transition = VERSION_TRANSITIONS[action];
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

describe('whyNot', () => {
  test('allows what the table allows and nothing else', () => {
    for (const action of actions) {
      const { from, who } = VERSION_TRANSITIONS[action];
      for (const status of versionStatusSchema.options) {
        for (const actor of ['publisher', 'admin', 'system'] as const) {
          const allowed = from.includes(status) && who.includes(actor);
          expect(whyNot({ action, status, actor }) === null).toBe(allowed);
        }
      }
    }
  });

  test('says why in words that a publisher understands', () => {
    expect(whyNot({ action: 'submit', status: 'invalid', actor: 'publisher' })).toBe(
      'This version did not pass inspection, so it cannot be submitted for review.',
    );
    expect(whyNot({ action: 'approve', status: 'submitted', actor: 'publisher' })).toBe(
      'Only the store can have a version approved.',
    );
  });
});

test('what waits for a decision or is public cannot be deleted, and the sentence says what to do', () => {
  expect(whyNotDelete('draft')).toBeNull();
  expect(whyNotDelete('published')).toBe('This version is published. Unpublish it first.');
  expect(whyNotDelete('in_review')).toBe('This version is in review. Withdraw it first.');
  expect(whyNotDelete('removed')).toBe('This version was removed by the store, so it cannot be deleted.');
});
