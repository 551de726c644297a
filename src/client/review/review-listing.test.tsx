import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Review } from '#shared/reviews/calls.ts';
import { backendOf, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { ReviewListing } from './review-listing.tsx';

const TEXTS = { name: 'مرفأ', summary: 'كل المواعيد', description: 'تعرض **المد**', whatsNew: '', video: '' };

test('reviewers see texts in the direction of their language, and the console’s in its own', async () => {
  const listing = {
    locale: 'ar',
    texts: TEXTS,
    publicTexts: TEXTS,
    isDeleted: false,
    revision: 1,
    updatedAt: '2026-01-01T00:00:00Z',
  };
  const result = { listings: [listing], graphics: [], unpublished: [], held: [] };
  const review = {
    app: { id: 'a', status: 'published' },
    version: { status: 'published' },
    details: { defaultLocale: 'ar' },
    listingChanges: [],
  } as object as Review;
  renderWithBackend(
    <ReviewListing review={review} />,
    backendOf(() => resultOf(result)),
  );
  const directionOf = async (text: string) =>
    (await screen.findByText(text)).closest('[dir]')?.getAttribute('dir');
  expect(await directionOf('مرفأ')).toBe('rtl');
  expect(await directionOf('كل المواعيد')).toBe('rtl');
  expect(await directionOf('المد')).toBe('rtl');
  expect(await directionOf('Show as written')).toBe('ltr');
  expect(await directionOf('No screenshots in this language.')).toBe('ltr');
});
