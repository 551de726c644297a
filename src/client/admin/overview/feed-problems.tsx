import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import WarningIcon from '@mui/icons-material/WarningAmber';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { paths } from '#client/paths.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { toneSurface } from '#client/ui/tone.ts';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';

type Feed = CallResult<'admin.overview'>['feed'];
type Problem = Feed['problems'][number];

const EFFECTS = {
  leftOut: { label: t`Left out`, icon: VisibilityOffIcon, tone: 'error' },
  plain: { label: t`Incomplete`, icon: WarningIcon, tone: 'warning' },
} as const satisfies Record<Problem['effect'], unknown>;

/** Shows problems of the feed for store clients; nothing without any. */
export function FeedProblems({ feed: { failingSince, problemCount, problems } }: { feed: Feed }) {
  if (failingSince === null && problemCount === 0) return null;
  const unlisted = problemCount - problems.length;
  return (
    <Box component="section" aria-labelledby="feed-problems" sx={{ mb: 4 }}>
      <Typography id="feed-problems" variant="h2" sx={{ mb: 1 }}>
        {t`Feed problems`}
      </Typography>
      {failingSince !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {rich`The feed can’t be updated. The first attempt failed ${<Time iso={failingSince} />}. We’ll keep retrying; check the server log for the cause.`}
        </Alert>
      )}
      {problemCount > 0 && (
        <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
          {t`Store clients can’t see these apps in full. Every other app is unaffected.`}
        </Typography>
      )}
      {problems.length > 0 && (
        <Rows label={t`Feed problems`}>
          {problems.map((problem) => (
            <LinkRow
              key={problem.appId}
              href={paths.adminApp(problem.appId)}
              title={problem.name}
              subtitle={<>{rich`${problem.applicationId}, since ${<Time iso={problem.since} />}`}</>}
              status={<Effect problem={problem} />}
            />
          ))}
        </Rows>
      )}
      {unlisted > 0 && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          {t`And ${formatNumber(unlisted)} more.`}
        </Typography>
      )}
    </Box>
  );
}

function Effect({ problem: { effect, reason } }: { problem: Problem }) {
  const { label, icon: Icon, tone } = EFFECTS[effect];
  return (
    <Box
      component="span"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}
    >
      <Chip
        size="small"
        label={label}
        icon={<Icon aria-hidden fontSize="small" />}
        sx={[{ fontWeight: 500, '& .MuiChip-icon': { color: 'inherit' } }, ...[toneSurface(tone)].flat()]}
      />
      <Typography
        component="span"
        variant="body2"
        sx={{ color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}
      >
        {reason}
      </Typography>
    </Box>
  );
}
