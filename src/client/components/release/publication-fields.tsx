import Box from '@mui/material/Box';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import type { ChoiceProblems, PublicationChoice } from './publication-choice.ts';

const KINDS = [
  { value: 'immediate', label: 'Immediately', help: 'As soon as it’s approved.' },
  {
    value: 'scheduled',
    label: 'On a date',
    help: 'On this date, or later if the review takes longer.',
  },
  { value: 'manual', label: 'Manually', help: 'You publish it on the Releases page after approval.' },
];
const TRACKS = [
  { value: 'stable', label: 'Stable', help: 'For everyone.' },
  { value: 'beta', label: 'Beta', help: 'For people who opted in to beta versions.' },
];

interface PublicationFieldsProps {
  readonly choice: PublicationChoice;
  readonly problems: ChoiceProblems;
  readonly onChange: (choice: PublicationChoice) => void;
}

/** Shows fields for the date, track and rollout of an approved version. */
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
        label="Initial rollout (%)"
        help="Start small and increase it later. You can’t decrease it."
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

/** Shows only the fields for the date, for versions whose track and rollout are already set. */
export function PublicationDateFields({ choice, problems, onChange }: PublicationFieldsProps) {
  return (
    <>
      <ChoiceField
        label="Publish"
        name="publication"
        choices={KINDS}
        value={choice.kind}
        onChange={(kind) => onChange({ ...choice, kind: kind as PublicationChoice['kind'] })}
      />
      {choice.kind === 'scheduled' && (
        <TextFormField
          label="Date and time"
          help="In this device’s time zone."
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
