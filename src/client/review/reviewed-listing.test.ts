import { expect, test } from 'vitest';
import { NO_TEXTS } from '#shared/listings/listing.ts';
import { reviewedListing } from './reviewed-listing.ts';

const texts = (name: string, summary: string) => ({ ...NO_TEXTS, name, summary });
const listing = (locale: string, draft: typeof NO_TEXTS, live: typeof NO_TEXTS | null) => ({
  locale,
  texts: draft,
  publicTexts: live,
  isDeleted: false,
  revision: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const picture = (path: string, isPublic: boolean, isDraft: boolean) => ({
  id: path,
  locale: 'en-US',
  kind: 'icon' as const,
  position: 0,
  path,
  sourceSha256: null,
  width: 512,
  height: 512,
  size: 9,
  findings: [],
  isPublic,
  isDraft,
});

test('shows what is live with the submitted changes, and nothing that is only drafted', () => {
  const shown = reviewedListing(
    {
      listings: [
        listing('de', texts('Haf', 'Half'), null),
        listing('en-US', texts('Half a na', 'Half'), texts('Harbour', 'Shows the tide')),
        listing('fr', texts('Po', ''), null),
      ],
      graphics: [picture('graphics/live', true, false), picture('graphics/draft', false, true)],
    },
    true,
    [
      { locale: 'en-US', field: 'name', after: 'Port' },
      { locale: 'de', field: 'name', after: 'Hafen' },
    ],
  );
  expect(shown.listings.map((one) => [one.locale, one.texts.name, one.texts.summary])).toEqual([
    ['de', 'Hafen', ''],
    ['en-US', 'Port', 'Shows the tide'],
  ]);
  expect(shown.graphics.map(({ path, isDraft }) => [path, isDraft])).toEqual([['graphics/live', true]]);
});

test('shows submitted pictures instead of the live ones', () => {
  const { graphics } = reviewedListing(
    {
      listings: [listing('en-US', texts('Harbour', ''), texts('Harbour', ''))],
      graphics: [picture('graphics/live', true, true)],
    },
    true,
    [
      {
        locale: 'en-US',
        field: 'icon',
        after: [{ key: 'graphics/new', width: 512, height: 512, size: 9 }],
      },
    ],
  );
  expect(graphics.map(({ path }) => path)).toEqual(['graphics/new']);
});

test('shows the draft of an app that was never live', () => {
  const given = { listings: [listing('en-US', texts('Harbour', ''), null)], graphics: [] };
  expect(reviewedListing(given, false, [])).toBe(given);
});
