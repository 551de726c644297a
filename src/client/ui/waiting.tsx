import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { t } from '#shared/languages/translate.ts';
import { visuallyHidden } from './visually-hidden.ts';

/** Reserves space for content that is loading, announced to screen readers. */
export function Waiting({ sx, children }: { sx: SxProps<Theme>; children?: ReactNode }) {
  return (
    <Box component="output" sx={sx}>
      <Box component="span" sx={visuallyHidden}>
        {t`Loading`}
      </Box>
      {children}
    </Box>
  );
}
