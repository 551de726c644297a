import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { paths } from '#client/paths.ts';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';

type Overview = CallResult<'admin.overview'>;

interface Count {
  readonly label: string;
  readonly count: number;
  readonly href: string;
}

/** Returns the first day of the server's current week, in the format of the log's address. */
function weekAgo(): string {
  const day = new Date(Date.now() - 7 * 86_400_000);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

function countsOf({ apps, people, week }: Overview): Count[] {
  const thisWeek = (event: string) => paths.auditOf({ event, from: weekAgo() });
  return [
    { label: t`published apps`, count: apps.published, href: paths.adminAppsOf('published') },
    { label: t`removed apps`, count: apps.removed, href: paths.adminAppsOf('removed') },
    { label: t`developers`, count: people.developers, href: paths.adminUsersOf('role', 'developer') },
    { label: t`suspended users`, count: people.suspended, href: paths.adminUsersOf('status', 'suspended') },
    { label: t`submitted this week`, count: week.submitted, href: thisWeek('version.submitted') },
    { label: t`approved this week`, count: week.approved, href: thisWeek('version.approved') },
    { label: t`rejected this week`, count: week.rejected, href: thisWeek('version.rejected') },
    { label: t`published this week`, count: week.published, href: thisWeek('version.published') },
  ];
}

/** Shows the store's figures, each with a link to what it counts. */
export function CountCards({ overview }: { overview: Overview }) {
  return (
    <Box
      component="ul"
      aria-label={t`Metrics`}
      sx={{
        m: 0,
        mb: 4,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
        gap: { xs: 1, sm: 1.5 },
      }}
    >
      {countsOf(overview).map(({ label, count, href }) => (
        <Paper component="li" key={label} sx={{ overflow: 'hidden' }}>
          <ButtonBase
            href={href}
            sx={{
              width: '100%',
              px: 2,
              py: 1.5,
              display: 'block',
              textAlign: 'left',
              font: 'inherit',
              '&:hover': { bgcolor: 'action.hover' },
              '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
            }}
          >
            <Typography component="span" sx={{ display: 'block', fontSize: '1.375rem', fontWeight: 600 }}>
              {formatNumber(count)}
            </Typography>{' '}
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
          </ButtonBase>
        </Paper>
      ))}
    </Box>
  );
}
