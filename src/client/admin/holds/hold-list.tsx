import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { LiftDialog } from '#client/components/hold/hold-dialog.tsx';
import { paths } from '#client/paths.ts';
import { LoadMore } from '#client/ui/load-more.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import type { Hold } from '#shared/holds/calls.ts';
import { HOLD_KINDS, HOLD_SUBJECTS } from '#shared/holds/hold.ts';
import { plural, t } from '#shared/languages/translate.ts';

const DAY_MS = 86_400_000;

export interface StateListProps {
  readonly state: 'active' | 'lifted';
  readonly title: string;
  readonly empty: string;
}

/** Lists active holds with their age, or lifted ones. */
export function HoldList({ state, title, empty }: StateListProps) {
  const list = useCallPages('holds.list', { state, limit: 20 });
  const holds = list.data?.pages.flatMap((page) => page.holds);
  return (
    <Section title={title}>
      <CallStatus call={list} skeleton={<ListSkeleton rows={2} />} />
      {holds?.length === 0 && <Typography variant="body2">{empty}</Typography>}
      {holds !== undefined && holds.length > 0 && (
        <Box component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {holds.map((hold) => (
            <HoldRow key={hold.id} hold={hold} />
          ))}
        </Box>
      )}
      <LoadMore pages={list} />
    </Section>
  );
}

/** Returns the name of what is held. */
function nameOf({ subject, subjectId, app, versionName, publisher }: Hold): string {
  if (subject === 'publisher') return publisher?.name ?? subjectId;
  const name = app?.name ?? subjectId;
  return subject === 'version' ? `${name} ${versionName ?? ''}`.trim() : name;
}

/** Returns how long a hold has been there, or was. */
export function ageOf({ createdAt, lifted }: Pick<Hold, 'createdAt' | 'lifted'>): string {
  const end = lifted ? Date.parse(lifted.at) : Date.now();
  const days = Math.floor((end - Date.parse(createdAt)) / DAY_MS);
  return plural(days, { one: '# day', other: '# days' });
}

function hasPassed(time: string): boolean {
  return Date.parse(time) < Date.now();
}

function HoldRow({ hold }: { hold: Hold }) {
  const [isLifting, setLifting] = useState(false);
  const { subject, app, publisher, lifted, reviewAt } = hold;
  const name = nameOf(hold);
  const href = app ? paths.adminApp(app.id) : publisher && paths.adminPerson(publisher.uid);
  const isOverdue = lifted === null && hasPassed(reviewAt);
  const by = hold.createdBy.name ?? hold.createdBy.uid;
  return (
    <Box
      component="li"
      sx={{ py: 1.25, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {href ? (
          <Link href={href} sx={{ fontWeight: 600 }}>
            {name}
          </Link>
        ) : (
          name
        )}
        <Typography variant="body2">
          {HOLD_SUBJECTS[subject]} · {HOLD_KINDS[hold.kind]} · {ageOf(hold)} · {by}
        </Typography>
        <Typography variant="body2">“{hold.reason}”</Typography>
        {hold.note !== null && <Typography variant="body2">{t`Note: ${hold.note}`}</Typography>}
        {lifted === null ? (
          <Typography variant="body2" color={isOverdue ? 'error' : 'textSecondary'}>
            {isOverdue
              ? rich`Review overdue: ${<Time iso={reviewAt} />}`
              : rich`Review: ${<Time iso={reviewAt} />}`}
          </Typography>
        ) : (
          <Typography variant="body2" color="textSecondary">
            {t`Lifted by ${lifted.by.name ?? lifted.by.uid}: “${lifted.reason}”`}
          </Typography>
        )}
      </Box>
      {lifted === null && (
        <Button
          size="small"
          variant="outlined"
          aria-label={t`Lift hold on ${name}`}
          onClick={() => setLifting(true)}
        >
          {t`Lift hold`}
        </Button>
      )}
      {isLifting && <LiftDialog holdId={hold.id} name={name} onClose={() => setLifting(false)} />}
    </Box>
  );
}
