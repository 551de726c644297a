import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import {
  type ProvenancePolicy,
  type ProvenanceSetter,
  provenanceRequirementSchema,
} from '#shared/provenance/provenance.ts';
import type { LoadedApp } from './loaded-app.ts';

interface ProvenancePolicyProps {
  readonly loaded: Pick<LoadedApp, 'app' | 'provenancePolicy'>;
  /** The side that makes the changes. */
  readonly by: ProvenanceSetter;
  /** The reason why the user cannot change it; null when they can. */
  readonly reason: string | null;
}

/** Shows the origin that an app's versions must have, and lets its publisher or staff change it. */
export function ProvenancePolicySection({ loaded, by, reason }: ProvenancePolicyProps) {
  const { app, provenancePolicy: policy } = loaded;
  const [isEditing, setEditing] = useState(false);
  const { mutate, isPending, error } = useCallMutation(callOf(by));
  const denialReason =
    reason ??
    (by === 'publisher' && policy?.setBy === 'staff'
      ? t`Store staff set this requirement. Only they can change it.`
      : null);
  return (
    <Section title={t`Required build provenance`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        {policy === null
          ? t`Versions may be submitted without build provenance. Require it so that nobody can submit packages from elsewhere.`
          : t`Only versions with verified build provenance can be submitted and approved.`}
      </Typography>
      {policy !== null && <DescriptionList items={itemsOf(policy)} />}
      <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ReasonedButton variant="outlined" reason={denialReason} onClick={() => setEditing(true)}>
          {policy === null ? t`Require provenance` : t`Edit requirement`}
        </ReasonedButton>
        {policy !== null && (
          <ReasonedButton
            color="inherit"
            reason={denialReason}
            pending={isPending}
            onClick={() => mutate({ appId: app.id, requirement: null })}
          >
            {t`Stop requiring it`}
          </ReasonedButton>
        )}
      </Box>
      {error !== null && <CallErrorAlert error={error} />}
      {isEditing && (
        <RequirementDialog appId={app.id} by={by} policy={policy} onClose={() => setEditing(false)} />
      )}
    </Section>
  );
}

function callOf(by: ProvenanceSetter) {
  return by === 'staff' ? 'provenance.requireByStaff' : 'provenance.require';
}

function itemsOf({ repository, workflow, setBy }: ProvenancePolicy): DescriptionItem[] {
  return [
    { label: t`Repository`, value: repository ?? t`Any` },
    { label: t`Workflow`, value: workflow ?? t`Any` },
    { label: t`Set by`, value: setBy === 'staff' ? t`Store staff` : t`The publisher` },
  ];
}

interface RequirementDialogProps {
  readonly appId: string;
  readonly by: ProvenanceSetter;
  readonly policy: ProvenancePolicy | null;
  readonly onClose: () => void;
}

function RequirementDialog({ appId, by, policy, onClose }: RequirementDialogProps) {
  const save = useCallMutation(callOf(by));
  const [repository, setRepository] = useState(policy?.repository ?? '');
  const [workflow, setWorkflow] = useState(policy?.workflow ?? '');
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});

  function submit() {
    const typed = { repository: repository.trim() || null, workflow: workflow.trim() || null };
    const { data, error } = provenanceRequirementSchema.safeParse(typed);
    const issues = error?.issues.map(({ path, message }) => [String(path[0]), message] as const) ?? [];
    setProblems(Object.fromEntries(issues));
    if (data) save.mutate({ appId, requirement: data }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title={t`Required build provenance`}
      submitLabel={t`Require`}
      pending={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextFormField
        label={t`Repository`}
        optional
        help={t`For example https://github.com/example/app. Empty allows any.`}
        error={problems['repository']}
        value={repository}
        onChange={(event) => setRepository(event.target.value)}
      />
      <TextFormField
        label={t`Workflow`}
        optional
        help={t`For example .github/workflows/release.yml. Empty allows any.`}
        error={problems['workflow']}
        value={workflow}
        onChange={(event) => setWorkflow(event.target.value)}
      />
    </FormDialog>
  );
}
