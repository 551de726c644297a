import { blue, pink } from '@mui/material/colors';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

test('the breakpoints are those of specification section 9', () => {
  expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 });
});

test.each(['light', 'dark'] as const)(
  'the primary colour is a blue and the secondary a pink, %s',
  (scheme) => {
    const palette = theme.colorSchemes[scheme]?.palette;
    expect(Object.values(blue)).toContain(palette?.primary.main);
    expect(Object.values(pink)).toContain(palette?.secondary.main);
  },
);
