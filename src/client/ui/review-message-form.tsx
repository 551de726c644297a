import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type FormEvent, useState } from 'react';
import { CallErrorAlert } from './call-error.tsx';
import { ReasonedButton } from './disabled-reason.tsx';
import { TextFormField } from './form-field.tsx';
import { newId } from './new-id.ts';

/** A message to be written; sending it again with the same id writes it once. */
export interface NewReviewMessage {
  readonly id: string;
  readonly text: string;
  readonly internal: boolean;
}

export interface ReviewMessageFormProps {
  readonly label: string;
  readonly help: string;
  /** Whether notes may be written that only the store's people read. */
  readonly withInternal?: boolean;
  /** Why nothing may be written, as a sentence; null when it may. */
  readonly whyNot: string | null;
  readonly pending: boolean;
  /** What the last attempt threw. */
  readonly error: unknown;
  /** Resolves once the message is stored; the form keeps its text until then. */
  readonly onSend: (message: NewReviewMessage) => Promise<unknown>;
}

const MOST = 4000;

/** Writes to the other side of a review; what was written is kept until the store has it. */
export function ReviewMessageForm(props: ReviewMessageFormProps) {
  const { label, help, withInternal = false, whyNot, pending, error, onSend } = props;
  const [id, setId] = useState(newId);
  const [text, setText] = useState('');
  const [isInternal, setInternal] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function send(event: FormEvent) {
    event.preventDefault();
    if (whyNot !== null || pending) return;
    const said = text.trim();
    if (said === '') return setProblem('Write something first.');
    if (said.length > MOST) return setProblem(`Use at most ${MOST.toLocaleString('en')} characters.`);
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
      <TextFormField
        label={label}
        help={help}
        error={problem}
        multiline
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error !== undefined && error !== null && <CallErrorAlert error={error} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <ReasonedButton type="submit" variant="outlined" reason={whyNot} loading={pending}>
          {isInternal ? 'Save the note' : 'Send'}
        </ReasonedButton>
        {withInternal && (
          <FormControlLabel
            control={
              <Checkbox checked={isInternal} onChange={(event) => setInternal(event.target.checked)} />
            }
            label="Internal note: the publisher never sees it"
          />
        )}
      </Box>
    </Box>
  );
}
