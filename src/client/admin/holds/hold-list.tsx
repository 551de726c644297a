import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { HoldQuestion } from '#client/components/hold/hold-menu.tsx';
import { paths } from '#client/paths.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import type { Hold } from '#shared/holds/calls.ts';
import { HOLD_SUBJECTS } from '#shared/holds/hold.ts';
import { isolate } from '#shared/languages/direction.ts';
import { t } from '#shared/languages/translate.ts';
import { DecisionList, DecisionRow, type StateListProps } from './decision-list.tsx';

/** Lists active holds with their age, or lifted ones. */
export function HoldList({ state, ...list }: StateListProps) {
  const pages = useCallPages('holds.list', { state, limit: 20 });
  const rows = pages.data?.pages.flatMap(({ holds }) =>
    holds.map((hold) => <HoldRow key={hold.id} hold={hold} />),
  );
  return <DecisionList {...list} pages={pages} rows={rows} />;
}

/** Returns the name of what is held. */
function nameOf({ subject, subjectId, app, versionName, publisher }: Hold): string {
  if (subject === 'publisher') return publisher?.name ?? subjectId;
  const name = app?.name ?? subjectId;
  return subject === 'version' ? `${isolate(name)} ${versionName ?? ''}`.trim() : name;
}

function HoldRow({ hold }: { hold: Hold }) {
  const { subject, subjectId, app, publisher, reviewAt } = hold;
  const name = nameOf(hold);
  const href = app ? paths.adminApp(app.id) : publisher && paths.adminPerson(publisher.uid);
  const isOverdue = Date.parse(reviewAt) < useMinute().getTime();
  return (
    <DecisionRow
      decision={hold}
      title={
        href ? (
          <Link href={href} sx={{ fontWeight: 600 }}>
            {name}
          </Link>
        ) : (
          name
        )
      }
      subject={HOLD_SUBJECTS[subject]}
      lift={{
        label: t`Lift hold`,
        name: t`Lift hold on ${name}`,
        renderDialog: (onClose) => <HoldQuestion {...{ subject, subjectId, name, onClose }} isHeld />,
      }}
    >
      <Typography variant="body2" color={isOverdue ? 'error' : 'textSecondary'}>
        {isOverdue
          ? rich`Review overdue: ${<Time iso={reviewAt} />}`
          : rich`Review: ${<Time iso={reviewAt} />}`}
      </Typography>
    </DecisionRow>
  );
}
