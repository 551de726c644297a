import Button from '@mui/material/Button';
import { useState } from 'react';
import type { HoldNotice, HoldSubject } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import { HoldQuestion } from './hold-menu.tsx';

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
      {asking && (
        <HoldQuestion
          subject={subject}
          isHeld={asking === 'lift'}
          subjectId={subjectId}
          name={name}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
