import { useState } from 'react';
import { GrowingTextField, TextFormField } from '#client/ui/form-field.tsx';
import { SelectFormField } from '#client/ui/select-field.tsx';
import { timeSchema } from '#shared/bounded.ts';
import { HOLD_KINDS, type HoldKind, MAX_HOLD_REASON_LENGTH } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';

const DAY_MS = 86_400_000;
/** When staff look at a hold again, unless they choose another day. */
const REVIEW_DAYS = 14;

/** The choices of staff for a hold besides its reason. */
interface HoldChoice {
  readonly kind: HoldKind;
  /** `YYYY-MM-DD`. */
  readonly reviewDay: string;
  /** For staff only; empty for none. */
  readonly note: string;
}

function defaultChoice(): HoldChoice {
  const reviewDay = new Date(Date.now() + REVIEW_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { kind: 'malware', reviewDay, note: '' };
}

/** Returns the problem with a review date, as a sentence that says what to do; undefined when there is none. */
function reviewDayProblem(reviewDay: string): string | undefined {
  if (reviewDay === '') return t`Enter the date on which staff look at it again.`;
  return timeSchema.safeParse(startOf(reviewDay)).error?.issues[0]?.message;
}

/** Returns the first moment of a day. */
function startOf(day: string): string {
  return `${day}T00:00:00Z`;
}

/** Keeps what staff choose for a hold, with its fields to show, its check, and the choice as calls take it. */
export function useHoldChoice() {
  const [choice, setChoice] = useState(defaultChoice);
  const [problem, setProblem] = useState<string>();
  const { kind, reviewDay, note } = choice;

  function change(changed: HoldChoice) {
    setChoice(changed);
    setProblem(undefined);
  }

  function check(): boolean {
    const found = reviewDayProblem(reviewDay);
    setProblem(found);
    return found === undefined;
  }

  return {
    kind,
    fields: <HoldFields choice={choice} problem={problem} onChange={change} />,
    check,
    input: { kind, reviewAt: startOf(reviewDay), ...(note.trim() !== '' && { note }) },
  };
}

interface HoldFieldsProps {
  readonly choice: HoldChoice;
  /** The problem with the review date. */
  readonly problem: string | undefined;
  readonly onChange: (choice: HoldChoice) => void;
}

function HoldFields({ choice, problem, onChange }: HoldFieldsProps) {
  return (
    <>
      <SelectFormField
        label={t`Kind`}
        options={HOLD_KINDS}
        value={choice.kind}
        onChoose={(kind) => onChange({ ...choice, kind })}
      />
      <TextFormField
        label={t`Review date`}
        help={t`The hold stays until somebody lifts it.`}
        error={problem}
        required
        type="date"
        value={choice.reviewDay}
        onChange={(event) => onChange({ ...choice, reviewDay: event.target.value })}
      />
      <GrowingTextField
        label={t`Note`}
        help={t`Only staff see it.`}
        optional
        minRows={1}
        maxRows={6}
        inputProps={{ maxLength: MAX_HOLD_REASON_LENGTH }}
        value={choice.note}
        onChange={(event) => onChange({ ...choice, note: event.target.value })}
      />
    </>
  );
}
