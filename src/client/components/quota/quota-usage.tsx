import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import { formatAmount, QUOTAS, type QuotaUsage } from '#shared/quotas/quotas.ts';

/** The share of a limit from which a quota counts as almost full. */
const ALMOST_FULL = 0.8;

/** Shows the usage of each quota as a bar with numbers, and what to do when it is almost full. */
export function QuotaUsageList({ usage }: { usage: readonly QuotaUsage[] }) {
  return (
    <Box
      component="ul"
      aria-label={t`Usage`}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2.5, maxWidth: 640 }}
    >
      {usage.map((each) => (
        <QuotaBar key={each.quota} usage={each} />
      ))}
    </Box>
  );
}

function QuotaBar({ usage: { quota, used, limit, freesAt } }: { usage: QuotaUsage }) {
  const { label, help, fix } = QUOTAS[quota];
  const share = used / limit;
  const color = share >= 1 ? 'error' : share >= ALMOST_FULL ? 'warning' : 'primary';
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
        <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {t`${formatAmount(quota, used)} of ${formatAmount(quota, limit)}`}
        </Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, 100 * share)}
        color={color}
        aria-label={label}
        sx={{ height: 8, borderRadius: 4 }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {help}
      </Typography>
      {share >= ALMOST_FULL && (
        <Typography variant="body2">
          {share >= 1 ? t`Full.` : t`Almost full.`} {fix}
          {freesAt !== null && <> {rich`Resets ${<Time iso={freesAt} />}.`}</>}
        </Typography>
      )}
    </Box>
  );
}
