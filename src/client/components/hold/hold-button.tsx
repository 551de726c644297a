import Button from '@mui/material/Button';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { HoldNotice, HoldSubject } from '#shared/holds/hold.ts';
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
  // The page learns of the change before the dialog closes, which must not turn into the opposite question.
  const [asking, setAsking] = useState<'hold' | 'lift' | null>(null);
  const close = () => setAsking(null);
  const isHeld = hold?.subject === subject;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={isHeld ? 'primary' : 'error'}
        aria-label={isHeld ? t`Lift hold on ${name}` : t`Hold ${name}`}
        onClick={() => setAsking(isHeld ? 'lift' : 'hold')}
      >
        {isHeld ? t`Lift hold` : t`Hold`}
      </Button>
      {asking === 'hold' && (
        <HoldDialog subject={subject} subjectId={subjectId} name={name} onClose={close} />
      )}
      {asking === 'lift' && <LiftOf subjectId={subjectId} name={name} onClose={close} />}
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
  // Kept, because a lifted hold leaves the list before its dialog closes.
  const [holdId, setHoldId] = useState<string | null>(null);
  const listed = data?.holds[0]?.id ?? null;
  if (listed !== null && listed !== holdId) setHoldId(listed);
  return holdId && <LiftDialog holdId={holdId} name={name} onClose={onClose} />;
}
