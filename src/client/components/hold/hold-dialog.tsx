import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { type HoldSubject, holdReasonSchema, liftReasonSchema } from '#shared/holds/hold.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { useHoldChoice } from './hold-fields.tsx';

interface HoldDialogProps {
  readonly subject: HoldSubject;
  readonly subjectId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Puts a hold on a version, an app or everything of a publisher, after saying what it stops. */
export function HoldDialog({ subject, subjectId, name, onClose }: HoldDialogProps) {
  const create = useCallMutation('holds.create');
  const preview = useCallQuery('holds.preview', { subject, subjectId });
  const hold = useHoldChoice();
  const count = preview.data?.consequences.liveVersions;
  return (
    <ReasonDialog
      title={t`Put ${name} on hold?`}
      confirmLabel={t`Put on hold`}
      danger
      help={t`Shown to the publisher.`}
      schema={holdReasonSchema}
      checkFields={hold.check}
      pending={create.isPending}
      error={create.error}
      onConfirm={(reason) =>
        create.mutate({ subject, subjectId, reason, ...hold.input }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {count !== undefined && <Typography>{consequencesText(count)}</Typography>}
      {hold.fields}
    </ReasonDialog>
  );
}

/** Says what a hold does, by the number of published versions that it stops. */
function consequencesText(count: number): string {
  if (count === 0) return t`It isn’t published, and can’t be while it’s on hold. Nothing is deleted.`;
  const gone = plural(count, {
    one: '# published version disappears from the store within a second.',
    other: '# published versions disappear from the store within a second.',
  });
  return `${gone} ${t`Running downloads end. Nothing is deleted, and lifting the hold restores everything.`}`;
}

interface LiftOfProps {
  readonly subjectId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Lifts the active hold of a subject, once it is known. */
export function LiftOf({ subjectId, name, onClose }: LiftOfProps) {
  const { data } = useCallQuery('holds.list', { subjectId });
  // Kept, because a lifted hold leaves the list before its dialog closes.
  const [holdId, setHoldId] = useState<string | null>(null);
  const listed = data?.holds[0]?.id ?? null;
  if (listed !== null && listed !== holdId) setHoldId(listed);
  return holdId && <LiftDialog holdId={holdId} name={name} onClose={onClose} />;
}

interface LiftDialogProps {
  readonly holdId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Lifts a hold. */
function LiftDialog({ holdId, name, onClose }: LiftDialogProps) {
  const lift = useCallMutation('holds.lift');
  return (
    <ReasonDialog
      title={t`Lift the hold on ${name}?`}
      confirmLabel={t`Lift hold`}
      help={t`Shown to the publisher.`}
      schema={liftReasonSchema}
      pending={lift.isPending}
      error={lift.error}
      onConfirm={(reason) => lift.mutate({ holdId, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>{t`It returns to the store as it was. Versions approved in the meantime are published.`}</Typography>
    </ReasonDialog>
  );
}
