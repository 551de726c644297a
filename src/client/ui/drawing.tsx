import Box from '@mui/material/Box';

/**
 * Line drawings of empty pages, on a field of 96 by 72: paths in the color of the text, and one in the accent. Drawn for
 * Quayside.
 */
const DRAWINGS = {
  /** A crane over an empty quay: no apps, no versions. */
  quay: {
    lines:
      'M8 60h80M20 60V18M12 60l8-14 8 14M20 22h44M20 22l-8 8M30 22l-10-8M64 22v10M14 66c5 3 9 3 14 0s9-3 14 0 9 3 14 0 9-3 14 0 9 3 14 0',
    accent: 'M56 32h16v12H56zM56 38h16',
  },
  /** An empty tray with a tick: everything is done. */
  done: {
    lines: 'M16 40l8-22h48l8 22M16 40v20h64V40H62c0 7-6 11-14 11s-14-4-14-11zM26 24h44',
    accent: 'M40 29l6 6 11-12',
  },
  /** A bell: no notifications. */
  bell: {
    lines:
      'M48 10v5M30 50c4-5 4-10 4-17 0-10 6-18 14-18s14 8 14 18c0 7 0 12 4 17zM42 55c1 4 3 6 6 6s5-2 6-6M20 26c0-5 2-9 5-12M76 26c0-5-2-9-5-12',
    accent: 'M26 66h44',
  },
  /** Axes without bars: no statistics. */
  chart: {
    lines: 'M18 10v50h62M18 22h4M18 35h4M18 48h4M32 60v4M48 60v4M64 60v4',
    accent: 'M26 52l12-6 10 3 12-14 14-9',
  },
  /** Two speech bubbles: no conversation, no announcements, no reviews. */
  talk: {
    lines: 'M14 14h46v26H34l-10 9v-9H14zM24 24h26M24 31h16',
    accent: 'M66 28h16v24h-8v9l-10-9H44v-6',
  },
  /** Two people: nobody yet. */
  people: {
    lines: 'M36 12a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM16 60c0-13 9-20 20-20s20 7 20 20z',
    accent: 'M64 22a8 8 0 1 1 0 16M64 45c9 0 16 6 16 15h-14',
  },
  /** A plug and a socket: no webhooks, no connections. */
  plug: {
    lines: 'M10 36h18M28 26h12c6 0 10 4 10 10s-4 10-10 10H28zM50 31h8M50 41h8',
    accent: 'M86 36h-8M78 24v24h-6c-6 0-8-5-8-12s2-12 8-12z',
  },
  /** A magnifying glass over lines: nothing found. */
  search: {
    lines: 'M14 14h34M14 26h20M14 38h18M14 50h26',
    accent: 'M56 20a16 16 0 1 1 0 32 16 16 0 0 1 0-32zM68 48l14 14',
  },
} as const;

export type Drawing = keyof typeof DRAWINGS;

/** Shows a line drawing; it only decorates the sentence below it. */
export function LineDrawing({ name }: { name: Drawing }) {
  const { lines, accent } = DRAWINGS[name];
  return (
    <Box
      component="svg"
      viewBox="0 0 96 72"
      aria-hidden="true"
      sx={{
        width: 112,
        height: 84,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        color: 'text.disabled',
      }}
    >
      <path d={lines} />
      <Box component="path" d={accent} sx={{ color: 'primary.main' }} />
    </Box>
  );
}
