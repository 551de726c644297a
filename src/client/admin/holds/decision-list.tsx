import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { CallStatus, type ReadCall } from '#client/components/feedback/call-status.tsx';
import { type ListPages, LoadMore } from '#client/ui/load-more.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import type { Block, Hold } from '#shared/holds/calls.ts';
import { HOLD_KINDS } from '#shared/holds/hold.ts';
import { plural, t } from '#shared/languages/translate.ts';

const DAY_MS = 86_400_000;

/** The lists of active decisions, and of those that were lifted. */
export interface StateListProps {
  readonly state: 'active' | 'lifted';
  readonly title: string;
  readonly empty: string;
}

interface DecisionListProps extends Omit<StateListProps, 'state'> {
  readonly pages: ReadCall & ListPages;
  /** Undefined until the first page is there. */
  readonly rows: readonly ReactNode[] | undefined;
}

/** Lists decisions of staff, page by page. */
export function DecisionList({ title, empty, pages, rows }: DecisionListProps) {
  return (
    <Section title={title}>
      <CallStatus call={pages} skeleton={<ListSkeleton rows={2} />} />
      {rows?.length === 0 && <Typography variant="body2">{empty}</Typography>}
      {rows !== undefined && rows.length > 0 && (
        <Box
          component="ul"
          aria-label={title}
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            '& > li + li': { borderTop: 1, borderColor: 'divider' },
            '& > li:first-of-type': { pt: 0 },
            '& > li:last-of-type': { pb: 0 },
          }}
        >
          {rows}
        </Box>
      )}
      <LoadMore pages={pages} />
    </Section>
  );
}

interface DecisionRowProps {
  readonly decision: Hold | Block;
  readonly title: ReactNode;
  /** The kind of what it stops. */
  readonly subject: string;
  readonly lift: {
    /** The label of the button, a verb. */
    readonly label: string;
    /** Names what is lifted, to screen readers; begins with the label. */
    readonly name: string;
    readonly renderDialog: (onClose: () => void) => ReactNode;
  };
  /** Shown below the reason of an active decision. */
  readonly children?: ReactNode;
}

/** Shows a decision with its age, author and reasons, and lifts it. */
export function DecisionRow({ decision, title, subject, lift, children }: DecisionRowProps) {
  const [isLifting, setLifting] = useState(false);
  const now = useMinute();
  const { kind, reason, note, createdBy, lifted } = decision;
  return (
    <Box
      component="li"
      sx={{ py: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
        <Typography variant="body2" color="textSecondary">
          {subject} · {HOLD_KINDS[kind]} · {ageOf(decision, now)} · {createdBy.name ?? createdBy.uid}
        </Typography>
        <Typography variant="body2">{t`“${reason}”`}</Typography>
        {note !== null && <Typography variant="body2">{t`Note: ${note}`}</Typography>}
        {lifted === null ? (
          children
        ) : (
          <Typography variant="body2" color="textSecondary">
            {rich`Lifted ${<Time iso={lifted.at} />} by ${lifted.by.name ?? lifted.by.uid}: “${lifted.reason}”`}
          </Typography>
        )}
      </Box>
      {lifted === null && (
        <Button size="small" variant="outlined" aria-label={lift.name} onClick={() => setLifting(true)}>
          {lift.label}
        </Button>
      )}
      {isLifting && lift.renderDialog(() => setLifting(false))}
    </Box>
  );
}

/** Returns how long a decision has been there, or was. */
function ageOf({ createdAt, lifted }: Pick<Hold, 'createdAt' | 'lifted'>, now: Date): string {
  const end = lifted ? Date.parse(lifted.at) : now.getTime();
  const days = Math.floor((end - Date.parse(createdAt)) / DAY_MS);
  if (days < 1) return t`less than a day`;
  return plural(days, { one: '# day', other: '# days' });
}
