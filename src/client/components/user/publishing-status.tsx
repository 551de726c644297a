import BlockIcon from '@mui/icons-material/Block';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import ExploreIcon from '@mui/icons-material/Explore';
import HourglassEmptyIcon from '@mui/icons-material/HourglassEmpty';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ElementType } from 'react';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { type Tone, toneSurface } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { User } from '#shared/users/calls.ts';

type State = User['publishing']['state'] | 'suspended';

const STYLES: Readonly<Record<State, { label: string; icon: ElementType; tone: Tone }>> = {
  open: { label: t`Can publish`, icon: CheckCircleIcon, tone: 'success' },
  waiting: { label: t`Waiting for approval`, icon: HourglassEmptyIcon, tone: 'warning' },
  declined: { label: t`Declined`, icon: BlockIcon, tone: 'error' },
  none: { label: t`Not requested`, icon: ExploreIcon, tone: 'neutral' },
  suspended: { label: t`Suspended`, icon: BlockIcon, tone: 'error' },
};

const NONE_TEXTS: Readonly<Record<StoreSettings['publishing'], string>> = {
  open: t`Ask to publish, then create apps right away.`,
  approval: t`Ask to publish, and an admin reviews your request.`,
  closed: t`This store isn’t accepting new publishers.`,
};

export interface PublishingStatusProps {
  readonly user: Pick<User, 'publishing' | 'emailVerified'>;
  /** The store's policy, which decides what happens after a request. */
  readonly policy: StoreSettings['publishing'];
}

/** Shows if a user may publish as a chip. */
export function PublishingChip({ state }: { state: State }) {
  const { label, icon: Icon, tone } = STYLES[state];
  return (
    <Chip
      size="small"
      label={label}
      icon={<Icon aria-hidden fontSize="small" />}
      sx={[{ fontWeight: 500, '& .MuiChip-icon': { color: 'inherit' } }, ...[toneSurface(tone)].flat()]}
    />
  );
}

/** Shows a user's publishing status as a chip, with a sentence about the next step. */
export function PublishingStatus({ user, policy }: PublishingStatusProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1 }}>
      <PublishingChip state={user.publishing.state} />
      <Typography component="div" sx={{ maxWidth: 640, overflowWrap: 'anywhere' }}>
        <Sentence user={user} policy={policy} />
      </Typography>
    </Box>
  );
}

function Sentence({ user: { publishing, emailVerified }, policy }: PublishingStatusProps) {
  const sendsEmail = useSendsEmail();
  const { state, since, reason } = publishing;
  if (state === 'open')
    return t`You can create apps. Every version is reviewed before people can install it.`;
  if (state === 'none') return NONE_TEXTS[policy];
  const when = since === null ? null : <Time iso={since} />;
  if (state === 'waiting' && !emailVerified && sendsEmail) {
    return (
      <>
        {rich`You asked to publish ${when}. Confirm your email first: staff see your request once you open the link in the email we sent you.`}
      </>
    );
  }
  if (state === 'waiting') {
    return <>{rich`You asked to publish ${when}. An admin reviews your request, and we’ll notify you.`}</>;
  }
  return <>{rich`Your request was declined ${when}. Reason: ${reason}`}</>;
}
