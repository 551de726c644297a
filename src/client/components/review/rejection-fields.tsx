import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { REJECTION_REASONS, type RejectionReason, rejectionReasonSchema } from '#shared/reviews/reasons.ts';

/** The text and the reasons of a rejection. */
interface Rejection {
  readonly reason: string;
  readonly reasons: RejectionReason[];
}

export const NO_REJECTION: Rejection = { reason: '', reasons: [] };

interface RejectionFieldsProps {
  readonly value: Rejection;
  /** What is wrong with the text. */
  readonly problem: string | undefined;
  readonly onChange: (value: Rejection) => void;
}

/** The reason is what a rejection needs, so that typing can begin at once. */
function focusOnMount(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Asks what is wrong: a text, and reasons from the store's list. */
export function RejectionFields({ value, problem, onChange }: RejectionFieldsProps) {
  const { reason, reasons } = value;
  const toggle = (id: RejectionReason) =>
    onChange({
      reason,
      reasons: reasons.includes(id) ? reasons.filter((other) => other !== id) : [...reasons, id],
    });
  return (
    <>
      <GrowingTextField
        label={t`Reason`}
        help={t`Say exactly what’s wrong and how to fix it.`}
        error={problem}
        required
        ref={focusOnMount}
        minRows={4}
        value={reason}
        onChange={(event) => onChange({ reason: event.target.value, reasons })}
        inputProps={{ maxLength: 4_000 }}
      />
      <FormControl component="fieldset">
        <FormLabel
          component="legend"
          sx={{ mb: 0.5, typography: 'body2', fontWeight: 500, color: 'text.primary' }}
        >
          {t`What’s wrong`}
        </FormLabel>
        <FormGroup>
          {rejectionReasonSchema.options.map((id) => (
            <FormControlLabel
              key={id}
              control={<Checkbox size="small" checked={reasons.includes(id)} onChange={() => toggle(id)} />}
              label={REJECTION_REASONS[id].sentence}
              slotProps={{ typography: { variant: 'body2' } }}
            />
          ))}
        </FormGroup>
      </FormControl>
    </>
  );
}
