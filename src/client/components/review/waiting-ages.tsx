import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '#client/ui/visually-hidden.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';

/** Labels of the ages by which `reviews.queueSummary` counts. */
const AGES = [
  { label: t`<6 h`, name: t`Under 6 hours` },
  { label: t`<24 h`, name: t`6 to 24 hours` },
  { label: t`<3 d`, name: t`1 to 3 days` },
  { label: t`<7 d`, name: t`3 to 7 days` },
  { label: t`>7 d`, name: t`Over 7 days` },
] as const;

const BAR_HEIGHT = 72;

/** Shows as bars how long versions have waited, and as a table to screen readers. Phones show the queue instead. */
export function WaitingAges({ ages }: { ages: readonly number[] | undefined }) {
  const highest = Math.max(1, ...(ages ?? []));
  return (
    <Box sx={{ position: 'relative', display: { xs: 'none', sm: 'block' } }}>
      <Typography variant="caption" component="p" aria-hidden sx={{ color: 'text.secondary', mb: 0.5 }}>
        {t`Waiting, by age`}
      </Typography>
      <Box
        aria-hidden
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(5, 44px)', columnGap: 0.5, textAlign: 'center' }}
      >
        {AGES.map(({ label }, index) => {
          const count = ages?.[index] ?? 0;
          return (
            <Box key={label} sx={{ display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' }}>
              <Typography variant="caption" sx={{ lineHeight: 1.4, fontVariantNumeric: 'tabular-nums' }}>
                {ages === undefined ? ' ' : formatNumber(count)}
              </Typography>
              <Box sx={{ height: BAR_HEIGHT, display: 'flex', alignItems: 'flex-end' }}>
                <Box
                  sx={{
                    width: '100%',
                    // A count of one stays visible beside thousands.
                    height: count === 0 ? '1px' : `max(3px, ${(count / highest) * 100}%)`,
                    borderRadius: '3px 3px 0 0',
                    forcedColorAdjust: 'none',
                    bgcolor: count === 0 ? 'divider' : 'primary.main',
                  }}
                />
              </Box>
              <Typography
                variant="caption"
                sx={{ color: 'text.secondary', lineHeight: 1.6, whiteSpace: 'nowrap' }}
              >
                {label}
              </Typography>
            </Box>
          );
        })}
      </Box>
      {ages !== undefined && (
        <Box component="table" sx={visuallyHidden}>
          <caption>{t`Waiting versions by age`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Age`}</th>
              <th scope="col">{t`Versions`}</th>
            </tr>
          </thead>
          <tbody>
            {AGES.map(({ name }, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{formatNumber(ages[index] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
    </Box>
  );
}
