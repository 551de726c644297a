import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useDensity } from './density.ts';

interface TitleCellProps {
  /** An avatar; its size follows the density. */
  readonly picture?: ReactNode;
  readonly title: string;
  /** The item's address. */
  readonly href?: string;
  /** Identifies the item: below its title, or beside it in compact rows. */
  readonly subtitle?: ReactNode;
  /** Stays beside the title, such as a badge. */
  readonly badge?: ReactNode;
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Names the item of a row: picture, title and what identifies it. Long ones are cut, in cards they wrap. */
export function TitleCell({ picture, title, href, subtitle, badge }: TitleCellProps) {
  const isCompact = useDensity() === 'compact';
  const pictureSize = isCompact ? 24 : 32;
  const name = { fontWeight: 600, minWidth: 0, ...CUT } as const;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: isCompact ? 1 : 1.5, minWidth: 0 }}>
      <Box sx={{ '& > .MuiAvatar-root': { width: pictureSize, height: pictureSize, fontSize: '1rem' } }}>
        {picture}
      </Box>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: { xs: 'column', sm: isCompact ? 'row' : 'column' },
          alignItems: { xs: 'flex-start', sm: isCompact ? 'baseline' : 'flex-start' },
          columnGap: 1,
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0, maxWidth: '100%' }}>
          {href === undefined ? (
            <Box component="span" dir="auto" title={title} sx={name}>
              {title}
            </Box>
          ) : (
            <Link href={href} dir="auto" color="inherit" underline="hover" title={title} sx={name}>
              {title}
            </Link>
          )}
          {badge}
        </Box>
        {subtitle !== undefined && (
          <Box
            component="span"
            sx={{
              color: 'text.secondary',
              fontWeight: 400,
              fontSize: isCompact ? undefined : '0.8125rem',
              minWidth: 0,
              maxWidth: '100%',
              // The title is cut last.
              ...(isCompact && { flex: { sm: '1 1 0' } }),
              ...CUT,
            }}
          >
            {subtitle}
          </Box>
        )}
      </Box>
    </Box>
  );
}

interface TextCellProps {
  readonly text: string;
  /** The text with links. */
  readonly children?: ReactNode;
  /** Begins the text with a capital letter. */
  readonly isCapitalized?: boolean;
}

/** Shows a text in one line, in full on hover; cards show all of it. */
export function TextCell({ text, children = text, isCapitalized = false }: TextCellProps) {
  return (
    <Box
      title={text}
      sx={{
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: { xs: 'normal', sm: 'nowrap' },
        overflowWrap: { xs: 'anywhere', sm: 'normal' },
        // Links are 24 px high, for fingers: inside of the padding, they are not cut.
        py: 0.5,
        my: -0.5,
        '& a': { py: 0.5 },
        ...(isCapitalized && { '&::first-letter': { textTransform: 'uppercase' } }),
      }}
    >
      {children}
    </Box>
  );
}
