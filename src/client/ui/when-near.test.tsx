import { render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
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

test('what replaces a fallback renders only a few times while React holds it back', async () => {
  const script = Promise.withResolvers<{ default: () => React.ReactNode }>();
  const Screen = lazy(() => script.promise);
  render(
    <Suspense fallback={<p>Loading...</p>}>
      <Screen />
    </Suspense>,
  );
  expect(screen.getByText('Loading...')).toBeDefined();
  let renders = 0;
  script.resolve({
    default() {
      renders += 1;
      return (
        <AfterPaint height={900}>
          <p>Bottom</p>
        </AfterPaint>
      );
    },
  });
  await screen.findByText('Bottom');
  expect(renders).toBeLessThan(5);
});
