import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type FormEvent, useState } from 'react';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { newId } from '#client/ui/new-id.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';

/** A message to send. Its id makes repeated attempts send it once. */
export interface NewReviewMessage {
  readonly id: string;
  readonly text: string;
  readonly internal: boolean;
}

export interface ReviewMessageFormProps {
  readonly label: string;
  readonly help: string;
  /** True when the author can write internal notes. */
  readonly withInternal?: boolean;
  /** The reason why nothing can be written; null when it can. */
  readonly denialReason: string | null;
  readonly pending: boolean;
  /** The error of the last attempt. */
  readonly error: unknown;
  /** Resolves once the message is stored; the form keeps its text until then. */
  readonly onSend: (message: NewReviewMessage) => Promise<unknown>;
}

const MAX_LENGTH = 4000;

/** Sends messages in a review; the text stays until it is stored. */
export function ReviewMessageForm(props: ReviewMessageFormProps) {
  const { label, help, withInternal = false, denialReason, pending, error, onSend } = props;
  const [id, setId] = useState(newId);
  const [text, setText] = useState('');
  const [isInternal, setInternal] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function send(event: FormEvent) {
    event.preventDefault();
    if (denialReason !== null || pending) return;
    const said = text.trim();
    if (said === '') return setProblem(t`Enter a message.`);
    if (said.length > MAX_LENGTH) return setProblem(t`Use at most ${formatNumber(MAX_LENGTH)} characters.`);
    setProblem(undefined);
    try {
      await onSend({ id, text: said, internal: isInternal });
    } catch {
      return; // `error` says why, and the text stays to be sent again.
    }
    setId(newId());
    setText('');
  }

  return (
    <Box component="form" noValidate onSubmit={send} sx={{ mt: 2, display: 'grid', gap: 1.5 }}>
      <GrowingTextField
        label={label}
        help={help}
        error={problem}
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error !== undefined && error !== null && <CallErrorAlert error={error} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <ReasonedButton type="submit" variant="outlined" reason={denialReason} pending={pending}>
          {isInternal ? t`Save note` : t`Send`}
        </ReasonedButton>
        {withInternal && (
          <FormControlLabel
            control={
              <Checkbox checked={isInternal} onChange={(event) => setInternal(event.target.checked)} />
            }
            label={t`Internal note, hidden from the publisher`}
          />
        )}
      </Box>
    </Box>
  );
}
