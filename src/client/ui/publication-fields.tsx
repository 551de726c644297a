import Box from '@mui/material/Box';
import { ChoiceField } from './choice-field.tsx';
import { TextFormField } from './form-field.tsx';
import type { ChoiceProblems, PublicationChoice } from './publication-choice.ts';

const KINDS = [
  { value: 'atOnce', label: 'At once', help: 'As soon as it is approved.' },
  {
    value: 'atDate',
    label: 'At a date',
    help: 'Approved before, published then; later if the review takes longer.',
  },
  { value: 'manual', label: 'When I say so', help: 'After approval it waits for you on the Releases page.' },
];
const TRACKS = [
  { value: 'stable', label: 'Stable', help: 'Offered to everybody.' },
  { value: 'beta', label: 'Beta', help: 'Offered to people who ask for beta versions.' },
];

interface PublicationFieldsProps {
  readonly choice: PublicationChoice;
  readonly problems: ChoiceProblems;
  readonly onChange: (choice: PublicationChoice) => void;
}

/** When, to whom and to how many an approved version is given. */
export function PublicationFields({ choice, problems, onChange }: PublicationFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <PublicationDateFields choice={choice} problems={problems} onChange={onChange} />
      <ChoiceField
        label="Track"
        name="track"
        choices={TRACKS}
        value={choice.track}
        onChange={(track) => onChange({ ...choice, track: track === 'beta' ? 'beta' : 'stable' })}
      />
      <TextFormField
        label="Share of devices at first, in percent"
        help="Begin with a few to see how it goes; you raise the share later. It never falls."
        type="number"
        name="percentage"
        error={problems.percentage}
        value={choice.percentage}
        onChange={(event) => onChange({ ...choice, percentage: event.target.value })}
        slotProps={{ input: { min: 1, max: 100, step: 1, inputMode: 'numeric' } }}
        sx={{ maxWidth: 200 }}
      />
    </Box>
  );
}

/** Only when: for a version whose track and share are chosen already. */
export function PublicationDateFields({ choice, problems, onChange }: PublicationFieldsProps) {
  return (
    <>
      <ChoiceField
        label="Publish it"
        name="publication"
        choices={KINDS}
        value={choice.kind}
        onChange={(kind) => onChange({ ...choice, kind: kind as PublicationChoice['kind'] })}
      />
      {choice.kind === 'atDate' && (
        <TextFormField
          label="Date and time"
          help="In the time zone of this device."
          type="datetime-local"
          name="at"
          error={problems.at}
          value={choice.at}
          onChange={(event) => onChange({ ...choice, at: event.target.value })}
          sx={{ maxWidth: 280 }}
        />
      )}
    </>
  );
}
