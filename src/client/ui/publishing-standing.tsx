import BlockIcon from '@mui/icons-material/Block';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import ExploreIcon from '@mui/icons-material/Explore';
import HourglassEmptyIcon from '@mui/icons-material/HourglassEmpty';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ElementType } from 'react';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { User } from '#shared/users/calls.ts';
import { Time } from './time.tsx';
import { type Tone, toneSurface } from './tone.ts';

type State = User['publishing']['state'];

const LOOKS: Readonly<Record<State, { word: string; icon: ElementType; tone: Tone }>> = {
  open: { word: 'You may publish', icon: CheckCircleIcon, tone: 'success' },
  waiting: { word: 'Waiting for approval', icon: HourglassEmptyIcon, tone: 'warning' },
  refused: { word: 'Refused', icon: BlockIcon, tone: 'error' },
  none: { word: 'Looking around', icon: ExploreIcon, tone: 'neutral' },
};

const NONE_TEXTS: Readonly<Record<StoreSettings['publishing'], string>> = {
  open: 'Ask to publish, and you can create apps at once.',
  approval: 'Ask to publish, and an admin of the store decides.',
  closed: 'This store takes no new publishers at the moment.',
};

export interface PublishingStandingProps {
  readonly publishing: User['publishing'];
  /** The store's policy, which says what asking leads to. */
  readonly policy: StoreSettings['publishing'];
}

/** Where a person stands with publishing: as a chip, and as a sentence with what comes next. */
export function PublishingStanding({ publishing, policy }: PublishingStandingProps) {
  const { word, icon: Icon, tone } = LOOKS[publishing.state];
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1 }}>
      <Chip
        size="small"
        label={word}
        icon={<Icon aria-hidden fontSize="small" />}
        sx={[{ fontWeight: 500, '& .MuiChip-icon': { color: 'inherit' } }, ...[toneSurface(tone)].flat()]}
      />
      <Typography component="div" sx={{ maxWidth: 640, overflowWrap: 'anywhere' }}>
        <Sentence publishing={publishing} policy={policy} />
      </Typography>
    </Box>
  );
}

function Sentence({ publishing: { state, since, reason }, policy }: PublishingStandingProps) {
  if (state === 'open') return 'You can create apps; every version is reviewed before people can install it.';
  if (state === 'none') return NONE_TEXTS[policy];
  const when = since === null ? null : <Time iso={since} />;
  if (state === 'waiting') {
    return <>You asked to publish {when}. An admin of the store decides, and you get a notification.</>;
  }
  return (
    <>
      The store decided {when} that you do not publish here. Its reason: {reason}
    </>
  );
}
