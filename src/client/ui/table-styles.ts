import type { SystemStyleObject, Theme } from '@mui/system';
import type { Density } from './density.ts';
import { LOW_WINDOW } from './low-window.ts';

/** Pixels per row. */
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 56, compact: 40 };

/** Below this width of the window, rows are cards. */
const CARDS = '@media (max-width: 599.95px)';
const TABLE = '@media (min-width: 600px)';

/** Height of the bar above the page, below which headings stay in view. */
const TOP_BAR_PX = 65;

/** Returns the styles of a table and, on phones, of the cards that its rows become. */
export function tableStyles(rowHeight: number): SystemStyleObject<Theme> {
  return {
    [TABLE]: {
      tableLayout: 'fixed',
      '& th, & td': { height: rowHeight, py: 0, px: 1 },
      '& [data-first]': { pl: 2 },
      '& td:last-of-type': { pr: 2 },
      '& .MuiTableSortLabel-root': { display: 'flex', width: 'fit-content' },
      '& thead th': {
        height: 40,
        position: 'sticky',
        top: TOP_BAR_PX,
        zIndex: 1,
        bgcolor: 'background.paper',
        whiteSpace: 'nowrap',
        [LOW_WINDOW]: { position: 'static' },
      },
      '& tbody tr:last-of-type > *': { borderBottom: 0 },
      '& [data-details] > td': { height: 'auto', py: 2 },
    },
    [CARDS]: {
      '&, & tbody': { display: 'block' },
      '& thead': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
      '& tbody tr': {
        position: 'relative',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.75,
        p: 2,
      },
      '& tbody tr + tr': { borderTop: 1, borderColor: 'divider' },
      '& tbody tr[data-details]': { borderTop: 0, pt: 0 },
      '& tbody td, & tbody th': { display: 'block', p: 0, border: 0, minWidth: 0, maxWidth: '100%' },
      '& [data-card="title"]': { flex: '1 1 100%', order: -1 },
      '& [data-card="line"]': { flex: '1 1 100%' },
      '& tr:has([data-card="end"]) > [data-card="title"]': { pr: 5 },
      '& [data-card="end"]': { position: 'absolute', top: 12, right: 8 },
      '& [data-card="expander"]': { position: 'absolute', top: 12, right: 8 },
      // Nothing comes below the button, which would cover it.
      '& tr:has([data-card="expander"])': { pr: 6 },
      '& tr:has([data-card="expander"]) > [data-card="end"]': { right: 44 },
      // Two in a line would wrap in one typeface and not in the other, which moves what follows when it loads.
      '& tbody [data-card="labelled"]': {
        display: 'flex',
        flex: '1 1 100%',
        // Numbers too, which tables align on the right.
        flexDirection: 'row',
        columnGap: 0.5,
      },
      '& [data-card="labelled"]::before': { content: 'attr(data-label)', color: 'text.secondary' },
      '& [data-empty]': { display: 'none' },
      '& [data-details] > td': { flex: '1 1 100%' },
    },
  };
}

/** Returns the style of a column that tables hide when they are narrower, in pixels. */
export function hiddenBelow(width: number | undefined): SystemStyleObject<Theme> {
  if (width === undefined) return {};
  return { [TABLE]: { [`@container (max-width: ${width - 0.05}px)`]: { display: 'none' } } };
}
