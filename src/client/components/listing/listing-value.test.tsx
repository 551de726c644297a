import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInTheme } from '#test/support/render-component.tsx';
import { ListingValueDiff } from './listing-value.tsx';

test.each([
  ['ar', 'rtl'],
  ['de', 'ltr'],
  ['', 'auto'],
])('differences of texts in %j have the direction %s', (locale, direction) => {
  const labels = { before: 'Live', after: 'Draft' };
  const shared = { locale, labels, field: 'name', urlOf: String } as const;
  renderInTheme(
    <>
      <ListingValueDiff {...shared} before="مرفأ" after="ميناء" />
      <ListingValueDiff {...shared} before="" after="خليج" />
    </>,
  );
  const shown = ['مرفأ', 'ميناء', 'خليج'].map((text) => screen.getByText(text).closest('[dir]'));
  expect(shown.map((element) => element?.getAttribute('dir'))).toEqual(Array(3).fill(direction));
  expect(shown.map((element) => element?.getAttribute('lang'))).toEqual(Array(3).fill(locale || null));
});
