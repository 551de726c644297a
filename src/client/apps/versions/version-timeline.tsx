import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { RolloutRing } from '#client/components/release/rollout-ring.tsx';
import { ICONS } from '#client/components/status/icons.ts';
import { NewRows } from '#client/ui/new-rows.tsx';
import { Time } from '#client/ui/time.tsx';
import { toneSurface } from '#client/ui/tone.ts';
import { eventLabel } from '#shared/events.ts';
import { formatPercentage, t } from '#shared/languages/translate.ts';
import type { IconName, StatusTone } from '#shared/lifecycle.ts';
import { RELEASE_ACTIONS } from '#shared/releases/actions.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import { VERSION_ACTIONS } from '#shared/versions/actions.ts';
import type { HistoryEntry } from '#shared/versions/history.ts';

interface TimelineMark {
  readonly icon: IconName;
  readonly tone: StatusTone;
}

const AUTOMATIC: TimelineMark = { icon: 'pause', tone: 'warning' };

/** The icon and color of each event: those of the status it leads to, or of the button that causes it, or its own. */
const MARKS: ReadonlyMap<string, TimelineMark> = new Map<string, TimelineMark>([
  ...Object.values(RELEASE_ACTIONS).map(({ event, button }): [string, TimelineMark] => [
    event,
    button ?? AUTOMATIC,
  ]),
  ...Object.values(VERSION_ACTIONS).map(({ event, to }): [string, TimelineMark] => [
    event,
    VERSION_STATUSES[to],
  ]),
  ['version.created', { icon: 'upload', tone: 'neutral' }],
  ['version.inspection-passed', { icon: 'check', tone: 'success' }],
  ['version.submitted', { icon: 'send', tone: 'info' }],
]);
const OTHER: TimelineMark = { icon: 'edit', tone: 'neutral' };

/** Diameter of a mark, in pixels. */
const MARK_SIZE = 32;

/** Shows the events of a version on a line, newest first. */
export function VersionTimeline({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <>
      <NewRows keys={entries.map(({ id }) => id)} />
      <Box component="ol" aria-label={t`History`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {entries.map((entry) => (
          <TimelineEntry key={entry.id} entry={entry} />
        ))}
      </Box>
    </>
  );
}

function TimelineEntry({ entry: { at, event, actor, actorName, percentage } }: { entry: HistoryEntry }) {
  const { icon, tone } = MARKS.get(event) ?? OTHER;
  const Icon = ICONS[icon];
  const label = eventLabel(event);
  const by = actorText(actor, actorName);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: `${MARK_SIZE}px minmax(0, 1fr)`,
        columnGap: 1.5,
        pb: 2,
        position: 'relative',
        '&:not(:last-child)::before': {
          content: '""',
          position: 'absolute',
          left: MARK_SIZE / 2 - 1,
          top: MARK_SIZE,
          bottom: 0,
          width: 2,
          bgcolor: 'divider',
          forcedColorAdjust: 'none',
        },
        '&:last-child': { pb: 0 },
      }}
    >
      {percentage === null ? (
        <Box
          aria-hidden
          sx={[
            {
              width: MARK_SIZE,
              height: MARK_SIZE,
              borderRadius: '50%',
              display: 'grid',
              placeItems: 'center',
            },
            ...[toneSurface(tone)].flat(),
          ]}
        >
          <Icon sx={{ fontSize: 18 }} />
        </Box>
      ) : (
        <Box sx={{ mx: '-2px' }}>
          <RolloutRing percentage={percentage} isHalted={event === 'release.halted'} label={label} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline', pt: 0.75 }}>
        <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
          {label}
          {percentage !== null && ` (${formatPercentage(percentage)})`}
        </Typography>
        <Typography
          component="span"
          variant="body2"
          sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {by !== null && `${by}, `}
          <Time iso={at} />
        </Typography>
      </Box>
    </Box>
  );
}

function actorText(actor: HistoryEntry['actor'], name: string | null): string | null {
  if (actor === 'system') return t`automatically`;
  if (actor === 'admin') return t`by staff`;
  return name === null ? null : t`by ${name}`;
}
