import CancelIcon from '@mui/icons-material/Cancel';
import ChatBubbleIcon from '@mui/icons-material/ChatBubble';
import InfoIcon from '@mui/icons-material/Info';
import PriorityHighIcon from '@mui/icons-material/PriorityHigh';
import TimerOffIcon from '@mui/icons-material/TimerOff';
import WarningIcon from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import type { ElementType, ReactNode } from 'react';
import { useSessionUser } from '#client/store/store.ts';
import { type Tone, toneColor } from '#client/ui/tone.ts';
import { tooltip } from '#client/ui/tooltip.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { capability } from '#shared/packages/capability-records.ts';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';

interface FactProps {
  readonly icon: ElementType;
  readonly tone: Tone;
  /** Says more on hover. */
  readonly detail?: string | undefined;
  readonly children: ReactNode;
}

/** Shows a fact about a version as an icon and words. */
function Fact({ icon: Icon, tone, detail, children }: FactProps) {
  return (
    <Box
      component="span"
      {...tooltip(detail)}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
      }}
    >
      <Icon aria-hidden sx={[{ fontSize: 16 }, ...[toneColor(tone)].flat()]} />
      {children}
    </Box>
  );
}

interface ItemProps {
  readonly item: QueueItem;
}

/** Names the kind of change. The listing of a first version is always new. */
export function changeText({ change, hasListingChanges }: QueueItem): string {
  if (change === 'first') return t`First version`;
  return hasListingChanges ? t`Update + listing` : t`Update`;
}

/** Shows the number of new sensitive capabilities, with what they are on hover; nothing without any. */
export function CapabilitiesFact({ item: { newCapabilities } }: ItemProps) {
  if (newCapabilities.length === 0) return null;
  const sentences = newCapabilities.map((id) => capability(id).sentence);
  return (
    <Fact icon={PriorityHighIcon} tone="warning" detail={sentences.join(' ')}>
      {t`${newCapabilities.length} sensitive`}
    </Fact>
  );
}

/** Shows the number of warnings, or of other findings without any; nothing without findings. */
export function FindingsFact({ item: { version, infos } }: ItemProps) {
  const { warnings } = version.findingCounts;
  const counts = [
    plural(warnings, { one: '# warning', other: '# warnings' }),
    plural(infos, { one: '# info', other: '# infos' }),
  ] as const;
  if (warnings > 0) {
    return (
      <Fact icon={WarningIcon} tone="warning" detail={infos > 0 ? counts.join(', ') : undefined}>
        {counts[0]}
      </Fact>
    );
  }
  return infos === 0 ? null : (
    <Fact icon={InfoIcon} tone="info">
      {counts[1]}
    </Fact>
  );
}

/** Shows how often the app was rejected before; nothing when it wasn't. */
export function RejectionsFact({ item: { earlierRejections } }: ItemProps) {
  if (earlierRejections === 0) return null;
  return (
    <Fact icon={CancelIcon} tone="error">
      {plural(earlierRejections, { one: 'once', other: '# times' })}
    </Fact>
  );
}

/** Shows the number of messages that wait for a reply of staff; nothing without any. */
export function MessagesFact({ item: { unansweredMessages } }: ItemProps) {
  if (unansweredMessages === 0) return null;
  return (
    <Fact icon={ChatBubbleIcon} tone="info" detail={t`From the publisher, without a reply yet.`}>
      {t`${unansweredMessages} new`}
    </Fact>
  );
}

/** Shows the reviewer, and if their claim is overdue. */
export function ReviewerFact({ item: { version, reviewerName, isStale } }: ItemProps) {
  const { uid } = useSessionUser();
  if (reviewerName === null) {
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t`Unassigned`}
      </Box>
    );
  }
  const name = version.reviewerUid === uid ? t`You` : reviewerName;
  return isStale ? (
    <Fact icon={TimerOffIcon} tone="error" detail={t`Claimed for too long without a decision.`}>
      {t`Overdue, ${name}`}
    </Fact>
  ) : (
    name
  );
}
