import Button from '@mui/material/Button';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { HoldNotice, HoldSubject } from '#shared/holds/schemas.ts';
import { t } from '#shared/languages/translate.ts';
import { HoldDialog, LiftDialog } from './hold-dialog.tsx';

interface HoldButtonProps {
  readonly subject: HoldSubject;
  readonly subjectId: string;
  readonly name: string;
  /** The hold that stops it, which may be one on its app or publisher. */
  readonly hold: HoldNotice | null;
}

/** Puts a version or an app on hold, or lifts its own hold. */
export function HoldButton({ subject, subjectId, name, hold }: HoldButtonProps) {
  const [asking, setAsking] = useState(false);
  const isHeld = hold?.subject === subject;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={isHeld ? 'primary' : 'error'}
        aria-label={isHeld ? t`Lift hold on ${name}` : t`Hold ${name}`}
        onClick={() => setAsking(true)}
      >
        {isHeld ? t`Lift hold` : t`Hold`}
      </Button>
      {asking && !isHeld && (
        <HoldDialog subject={subject} subjectId={subjectId} name={name} onClose={() => setAsking(false)} />
      )}
      {asking && isHeld && <LiftOf subjectId={subjectId} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

interface LiftOfProps {
  readonly subjectId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Lifts the active hold of a subject, once it is known. */
export function LiftOf({ subjectId, name, onClose }: LiftOfProps) {
  const { data } = useCallQuery('holds.list', { subjectId });
  const hold = data?.holds[0];
  return hold ? <LiftDialog holdId={hold.id} name={name} onClose={onClose} /> : null;
}
