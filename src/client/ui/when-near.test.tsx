import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AfterPaint } from './when-near.tsx';

test('what starts below the first screenful renders after the rest', () => {
  const page = (
    <>
      <p>Top</p>
      <AfterPaint height={900}>
        <p>Bottom</p>
      </AfterPaint>
    </>
  );
  expect(renderToString(page)).not.toContain('Bottom');
  render(page);
  expect(screen.getByText('Bottom')).toBeDefined();
});
