import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { useHoldChoice } from '#client/components/hold/hold-fields.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { SelectFormField } from '#client/ui/select-field.tsx';
import type { Consequences } from '#shared/holds/calls.ts';
import { holdReasonSchema, STOPS_BY, type StopBy } from '#shared/holds/hold.ts';
import { readStopValue, STOP_VALUE_PROBLEMS } from '#shared/holds/stop-value.ts';
import { plural, t } from '#shared/languages/translate.ts';

interface Selection {
  readonly by: StopBy;
  readonly value: string;
}

/** Asks what packages have in common, shows what that would stop, and stops it. */
export function StopDialog({ onClose }: { onClose: () => void }) {
  const [by, setBy] = useState<StopBy>('certificate');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [selection, setSelection] = useState<Selection | null>(null);
  if (selection) return <ApplyDialog selection={selection} onClose={onClose} />;

  function preview() {
    const value = readStopValue(by, typed);
    if (value === null) setProblem(STOP_VALUE_PROBLEMS[by]);
    else setSelection({ by, value });
  }

  return (
    <ConfirmDialog
      title={t`Stop everything with…`}
      confirmLabel={t`Preview`}
      pending={false}
      error={null}
      onConfirm={preview}
      onClose={onClose}
    >
      <SelectFormField
        label={t`In common`}
        options={STOPS_BY}
        value={by}
        onChoose={(chosen) => {
          setBy(chosen);
          setProblem(undefined);
        }}
      />
      <TextFormField
        label={t`Value`}
        help={STOP_VALUE_PROBLEMS[by]}
        error={problem}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
    </ConfirmDialog>
  );
}

function ApplyDialog({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const preview = useCallQuery('stops.preview', selection);
  const apply = useCallMutation('stops.apply');
  const hold = useHoldChoice();
  const [isBlocking, setBlocking] = useState(selection.by !== 'library');
  const counts = preview.data?.consequences;
  return (
    <ReasonDialog
      title={t`Stop these packages?`}
      confirmLabel={t`Stop`}
      danger
      help={t`Shown to the publishers.`}
      schema={holdReasonSchema}
      checkFields={hold.check}
      pending={apply.isPending}
      error={apply.error}
      onConfirm={(reason) =>
        apply.mutate(
          { ...selection, reason, ...hold.input, blocksUploads: isBlocking },
          { onSuccess: ({ remaining }) => remaining === 0 && onClose() },
        )
      }
      onClose={onClose}
    >
      {preview.error !== null && <CallErrorAlert error={preview.error} />}
      {counts && <Typography>{consequencesText(counts)}</Typography>}
      <ul>
        {preview.data?.sample.map(({ versionId, versionName, app, publisher }) => (
          <li key={versionId}>
            <bdi>{app.name}</bdi> {versionName} · <bdi>{publisher.name ?? publisher.uid}</bdi>
          </li>
        ))}
      </ul>
      {apply.data !== undefined && apply.data.remaining > 0 && (
        <Typography color="error">
          {plural(apply.data.remaining, {
            one: '# version remains. Stop again to hold it.',
            other: '# versions remain. Stop again to hold them.',
          })}
        </Typography>
      )}
      {hold.fields}
      {selection.by !== 'publisher' && (
        <FormControlLabel
          control={<Checkbox checked={isBlocking} onChange={(_, checked) => setBlocking(checked)} />}
          label={t`Block uploads with it from anybody`}
        />
      )}
    </ReasonDialog>
  );
}

/** Says what a stop holds. Each number has its own plural, so that no language has to write "1 apps". */
function consequencesText({ versions, apps, publishers, liveVersions }: Consequences): string {
  const ofApps = plural(apps, { one: 'of # app', other: 'of # apps' });
  const byPublishers = plural(publishers, { one: 'by # publisher', other: 'by # publishers' });
  const all = plural(
    versions,
    { one: '# version {ofApps} {byPublishers}.', other: '# versions {ofApps} {byPublishers}.' },
    { ofApps, byPublishers },
  );
  const live = plural(liveVersions, { one: '# is published.', other: '# are published.' });
  return `${all} ${live}`;
}
