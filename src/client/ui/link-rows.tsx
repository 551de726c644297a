import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

const WIDE = '@container (min-width: 560px)';

/** Shows rows of a list on one surface, separated by lines. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper
      component="ul"
      aria-label={label}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        overflow: 'hidden',
        // The layout follows the width of the rows, not of the window.
        containerType: 'inline-size',
        '& > li + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      {children}
    </Paper>
  );
}

export interface LinkRowProps {
  readonly href: string;
  /** A picture of 40 px on the left. */
  readonly picture?: ReactNode;
  readonly title: string;
  /** A line below the title that identifies the item. */
  readonly subtitle?: ReactNode;
  /** The status: a chip, a sentence. */
  readonly status?: ReactNode;
  /** A value to compare on the right: a size, a date. */
  readonly aside?: ReactNode;
  readonly selected?: boolean;
}

/** Shows a row that links to its item; stacked where it is narrow. */
export function LinkRow({ href, picture, title, subtitle, status, aside, selected = false }: LinkRowProps) {
  return (
    <li>
      <ButtonBase
        href={href}
        {...(selected ? { 'aria-current': 'true' as const } : {})}
        sx={{
          width: '100%',
          px: 2,
          py: 1.5,
          display: 'flex',
          alignItems: 'flex-start',
          [WIDE]: { alignItems: 'center' },
          justifyContent: 'flex-start',
          gap: 2,
          textAlign: 'left',
          font: 'inherit',
          boxShadow: selected ? 'inset 4px 0 0 var(--mui-palette-primary-main)' : 'none',
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        {picture}
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            alignItems: 'flex-start',
            columnGap: 3,
            rowGap: 0.75,
            [WIDE]: {
              display: 'grid',
              alignItems: 'center',
              gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr) 152px',
            },
          }}
        >
          <Box
            sx={{
              minWidth: 0,
              maxWidth: '100%',
              [WIDE]: { gridColumn: status === undefined ? 'span 2' : 'auto' },
            }}
          >
            <Typography component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
              <bdi>{title}</bdi>
            </Typography>
            {subtitle === undefined ? null : (
              <Typography
                component="span"
                variant="body2"
                sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}
              >
                {subtitle}
              </Typography>
            )}
          </Box>
          {status === undefined ? null : (
            <Box
              component="span"
              sx={{
                minWidth: 0,
                maxWidth: '100%',
                [WIDE]: { gridColumn: aside === undefined ? 'span 2' : 'auto' },
              }}
            >
              {status}
            </Box>
          )}
          {aside === undefined ? null : (
            <Typography
              component="span"
              variant="body2"
              sx={{ color: 'text.secondary', [WIDE]: { textAlign: 'right' } }}
            >
              {aside}
            </Typography>
          )}
        </Box>
      </ButtonBase>
    </li>
  );
}
