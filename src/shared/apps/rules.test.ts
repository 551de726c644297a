import { expect, test } from 'vitest';
import { appStatusSchema } from './app.ts';
import { APP_TRANSITIONS, type AppAction, whyNotApp, whyNotPublishing } from './rules.ts';

test('allows what the table allows and nothing else', () => {
  for (const action of Object.keys(APP_TRANSITIONS) as AppAction[]) {
    const { from, who } = APP_TRANSITIONS[action];
    for (const status of appStatusSchema.options) {
      for (const actor of ['publisher', 'admin', 'system'] as const) {
        const allowed = from.includes(status) && who.includes(actor);
        expect(whyNotApp({ action, status, actor }) === null).toBe(allowed);
      }
    }
  }
});

test('says why in words that people understand', () => {
  expect(whyNotApp({ action: 'remove', status: 'published', actor: 'publisher' })).toBe(
    'Only the store can have an app removed.',
  );
  expect(whyNotApp({ action: 'republish', status: 'removed', actor: 'publisher' })).toBe(
    'This app was removed by the store, so it cannot be published again.',
  );
  expect(whyNotPublishing('unpublished')).toBe('This app is unpublished. Publish it again first.');
  expect(whyNotPublishing('draft')).toBeNull();
});
