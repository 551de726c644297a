import RejectedIcon from '@mui/icons-material/Cancel';
import ApprovedIcon from '@mui/icons-material/CheckCircle';
import DraftIcon from '@mui/icons-material/EditNote';
import LiveIcon from '@mui/icons-material/Public';
import WaitingIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import type { ElementType } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { listingValueText, PictureRow } from '#client/components/listing/listing-value.tsx';
import { type Tone, toneColor } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';
import { isEmptyValue, picturesOf } from '#shared/listings/values.ts';
import type { PublicationState } from './publication-state.ts';

const STYLES: Readonly<Record<PublicationState['status'], { label: string; icon: ElementType; tone: Tone }>> =
  {
    draft: { label: t`Draft`, icon: DraftIcon, tone: 'info' },
    live: { label: t`Live now`, icon: LiveIcon, tone: 'neutral' },
    waiting: { label: t`Waiting for approval`, icon: WaitingIcon, tone: 'warning' },
    approved: { label: t`Approved`, icon: ApprovedIcon, tone: 'success' },
    rejected: { label: t`Rejected`, icon: RejectedIcon, tone: 'error' },
  };

/** Longer texts are collapsed. */
const MAX_INLINE = 120;

interface PublicationNoteProps {
  readonly state: PublicationState | null;
  /** True when the live value consists of pictures. */
  readonly pictures?: boolean;
}

/** Shows the status of a field: live, or waiting, with the live value next to it. */
export function PublicationNote({ state, pictures = false }: PublicationNoteProps) {
  if (state === null) return null;
  const { label, icon: Icon, tone } = STYLES[state.status];
  return (
    <Box sx={{ mt: 0.5, typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start' }}>
        <Icon aria-hidden sx={[{ fontSize: 16, mt: '1px' }, ...[toneColor(tone)].flat()]} />
        <span>
          <Box component="strong" sx={{ fontWeight: 600, color: 'text.primary' }}>
            {label}.
          </Box>{' '}
          {state.sentence}
          {state.reason !== null && t` Staff wrote: “${state.reason}”`}
        </span>
      </Box>
      {state.before !== null && <LiveValue value={state.before} pictures={pictures} />}
    </Box>
  );
}

function LiveValue({
  value,
  pictures,
}: {
  value: NonNullable<PublicationState['before']>;
  pictures: boolean;
}) {
  const { storage } = useBackend();
  if (isEmptyValue(value)) return <Box sx={INDENT}>{t`Nothing is live here yet.`}</Box>;
  if (pictures) {
    return (
      <Box sx={INDENT}>
        <Box sx={{ mb: 0.5 }}>{t`Live now:`}</Box>
        <PictureRow
          label={t`Live now`}
          keys={picturesOf(value).map(({ key }) => key)}
          urlOf={storage.urlOf}
        />
      </Box>
    );
  }
  const text = listingValueText(value);
  if (text.length <= MAX_INLINE) return <Box sx={INDENT}>{t`Live now: “${text}”.`}</Box>;
  return (
    <Box component="details" sx={INDENT}>
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        {t`Show what’s live`}
      </Box>
      <Box sx={{ mt: 0.5, whiteSpace: 'pre-wrap' }}>{text}</Box>
    </Box>
  );
}

const INDENT = { ml: 2.75, mt: 0.25 } as const;
