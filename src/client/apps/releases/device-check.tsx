import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { Section } from '#client/ui/section.tsx';
import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import type { Track } from '#shared/statuses/release-status.ts';

const TRACKS = [
  { value: 'stable', label: t`Stable` },
  { value: 'beta', label: t`Beta` },
];

/** Shows the version that a device gets, to check a staged rollout. */
export function DeviceCheck({ app: { platform, applicationId } }: { app: App }) {
  const ask = useCallMutation('releases.getForDevice');
  const [deviceId, setDeviceId] = useState('');
  const [track, setTrack] = useState<Track>('stable');
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const isNamed = deviceId.trim() !== '';
    setProblem(isNamed ? undefined : t`Enter a device ID first. Any stable text works.`);
    if (isNamed) ask.mutate({ platform, applicationId, deviceId: deviceId.trim(), track });
  }

  return (
    <Section title={t`Check a device`}>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'grid', justifyItems: 'start', gap: 2, maxWidth: 480 }}
      >
        <TextFormField
          label={t`Device`}
          help={t`Any stable ID, as your store client names the device. We don’t store it.`}
          error={problem}
          value={deviceId}
          onChange={(event) => setDeviceId(event.target.value)}
        />
        <ChoiceField
          label={t`Track of the device`}
          name="device-track"
          choices={TRACKS}
          value={track}
          onChange={(value) => setTrack(value === 'beta' ? 'beta' : 'stable')}
        />
        <PendingButton type="submit" variant="outlined" pending={ask.isPending}>
          {t`Check device`}
        </PendingButton>
      </Box>
      {ask.error !== null && <CallErrorAlert error={ask.error} />}
      <Typography component="output" sx={{ display: 'block', mt: ask.data === undefined ? 0 : 2 }}>
        {ask.data !== undefined && versionText(ask.data)}
      </Typography>
    </Section>
  );
}

function versionText({ version }: CallResult<'releases.getForDevice'>): string {
  if (version === null) return t`This device gets no version.`;
  const number = version.versionCode === null ? '' : ` (${version.versionCode})`;
  return t`This device gets ${version.versionName ?? t`a version without a name`}${number}.`;
}
