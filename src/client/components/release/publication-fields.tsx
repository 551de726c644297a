import Box from '@mui/material/Box';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import type { ChoiceProblems, PublicationChoice } from './publication-choice.ts';

const KINDS = [
  { value: 'immediate', label: t`Immediately`, help: t`As soon as it’s approved.` },
  {
    value: 'scheduled',
    label: t`On a date`,
    help: t`On this date, or later if the review takes longer.`,
  },
  { value: 'manual', label: t`Manually`, help: t`You publish it on the Releases page after approval.` },
];
const TRACKS = [
  { value: 'stable', label: t`Stable`, help: t`For everyone.` },
  { value: 'beta', label: t`Beta`, help: t`For people who opted in to beta versions.` },
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
        label={t`Track`}
        name="track"
        choices={TRACKS}
        value={choice.track}
        onChange={(track) => onChange({ ...choice, track: track === 'beta' ? 'beta' : 'stable' })}
      />
      <TextFormField
        label={t`Initial rollout (%)`}
        help={t`Start small and increase it later. You can’t decrease it.`}
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
        label={t`Publish`}
        name="publication"
        choices={KINDS}
        value={choice.kind}
        onChange={(kind) => onChange({ ...choice, kind: kind as PublicationChoice['kind'] })}
      />
      {choice.kind === 'scheduled' && (
        <TextFormField
          label={t`Date and time`}
          help={t`In this device’s time zone.`}
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
