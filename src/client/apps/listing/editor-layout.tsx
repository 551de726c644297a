import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { LOW_WINDOW } from '#client/ui/low-window.ts';
import type { ChecklistItem } from '#shared/listings/completeness.ts';
import { CompletenessMeter, MissingFields } from './completeness-meter.tsx';
import { SectionMenu, SectionNav } from './section-nav.tsx';
import { sectionStates } from './sections.ts';

/** Heights in pixels: the top bar of all pages, and the rows of the editor's own bar below it. */
const TOP_BAR = { xs: 56, sm: 64 };
const BAR = 48;
const METER = 36;
const BELOW_BARS = TOP_BAR.sm + BAR + 16;
/** The distance to the top of what scrolls into view, besides the window's own for the top bar. */
const SCROLL_MARGIN = BAR + 8;
/** The same to the bottom, where the bar with the changes to publish is. */
const PUBLICATION_MARGIN = 88;

interface EditorLayoutProps {
  /** The store’s requirements, with those that are met. */
  readonly checklist: readonly ChecklistItem[];
  /** The save status and actions; always on screen. */
  readonly status: ReactNode;
  /** The changes to publish; always on screen while there are any. */
  readonly publication: ReactNode;
  /** Shown beside the form on wide screens; false for nothing. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/**
 * Lays out the editor: a bar that stays at the top, so that the status never covers a field, and below it the
 * navigation, the form and what is beside it.
 */
export function EditorLayout({ checklist, status, publication, side, children }: EditorLayoutProps) {
  const sections = sectionStates(checklist);
  return (
    <>
      <Box
        sx={{
          position: 'sticky',
          // On narrow screens the row of the meter scrolls away below the top bar.
          top: { xs: TOP_BAR.xs - METER, sm: TOP_BAR.sm - METER, lg: TOP_BAR.sm },
          zIndex: 3,
          display: 'flex',
          flexWrap: { xs: 'wrap', lg: 'nowrap' },
          alignItems: 'center',
          columnGap: 1,
          mb: 2,
          bgcolor: 'background.default',
          borderBottom: 1,
          borderColor: 'divider',
          [LOW_WINDOW]: { position: 'static' },
        }}
      >
        <Box
          sx={{
            flex: { xs: '1 0 100%', lg: '0 1 400px' },
            height: { xs: METER, lg: BAR },
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
          }}
        >
          <CompletenessMeter checklist={checklist} />
        </Box>
        <Box sx={{ display: { lg: 'none' }, minWidth: 0 }}>
          <SectionMenu sections={sections} />
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 'auto', height: BAR - 1 }}>
          {status}
        </Box>
      </Box>
      <MissingFields checklist={checklist} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: side ? '152px minmax(0, 1fr) 296px' : '152px minmax(0, 1fr)',
          },
          columnGap: 3,
          alignItems: 'start',
          // What gets the focus or is linked to stays below the bars.
          '& :is(section, div[id], input, textarea, select, button, a)': {
            scrollMarginTop: SCROLL_MARGIN,
            scrollMarginBottom: PUBLICATION_MARGIN,
          },
        }}
      >
        <Box sx={{ display: { xs: 'none', lg: 'block' }, position: 'sticky', top: BELOW_BARS }}>
          <SectionNav sections={sections} />
        </Box>
        <Box sx={{ minWidth: 0 }}>{children}</Box>
        {side && (
          <Box sx={{ position: 'sticky', top: BELOW_BARS, maxHeight: `calc(100vh - ${BELOW_BARS}px)` }}>
            {side}
          </Box>
        )}
      </Box>
      {publication}
    </>
  );
}
