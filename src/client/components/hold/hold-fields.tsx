import { GrowingTextField, TextFormField } from '#client/ui/form-field.tsx';
import { SelectFormField } from '#client/ui/select-field.tsx';
import { HOLD_KINDS } from '#shared/holds/hold.ts';
import { type HoldKind, MAX_HOLD_REASON_LENGTH } from '#shared/holds/schemas.ts';
import { t } from '#shared/languages/translate.ts';

const DAY_MS = 86_400_000;
/** When staff look at a hold again, unless they choose another day. */
const REVIEW_DAYS = 14;

/** The choices of staff for a hold besides its reason. */
export interface HoldChoice {
  readonly kind: HoldKind;
  /** `YYYY-MM-DD`. */
  readonly reviewDay: string;
  /** For staff only; empty for none. */
  readonly note: string;
}

/** Returns the choice with which dialogs begin. */
export function defaultChoice(): HoldChoice {
  const reviewDay = new Date(Date.now() + REVIEW_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { kind: 'malware', reviewDay, note: '' };
}

/** Returns the choice as calls take it. */
export function holdInput({ kind, reviewDay, note }: HoldChoice) {
  return { kind, reviewAt: `${reviewDay}T00:00:00Z`, ...(note.trim() !== '' && { note }) };
}

interface HoldFieldsProps {
  readonly choice: HoldChoice;
  readonly onChange: (choice: HoldChoice) => void;
}

/** Lets staff choose the kind of a hold and when it is reviewed. */
export function HoldFields({ choice, onChange }: HoldFieldsProps) {
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
