import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { Section } from '#client/ui/section.tsx';
import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import type { Track } from '#shared/releases/release.ts';

const TRACKS = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
];

/** Says what one device is offered right now, to see a staged rollout from the other side. */
export function OfferSection({ app: { platform, applicationId } }: { app: App }) {
  const ask = useCallMutation('releases.offer');
  const [deviceId, setDeviceId] = useState('');
  const [track, setTrack] = useState<Track>('stable');
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const isNamed = deviceId.trim() !== '';
    setProblem(isNamed ? undefined : 'Name a device first; any text that stays the same does.');
    if (isNamed) ask.mutate({ platform, applicationId, deviceId: deviceId.trim(), track });
  }

  return (
    <Section title="What a device is offered">
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'grid', justifyItems: 'start', gap: 2, maxWidth: 480 }}
      >
        <TextFormField
          label="Device"
          help="Anything that stays the same for a device, as your store client names it. It is not kept."
          error={problem}
          value={deviceId}
          onChange={(event) => setDeviceId(event.target.value)}
        />
        <ChoiceField
          label="Track of the device"
          name="device-track"
          choices={TRACKS}
          value={track}
          onChange={(value) => setTrack(value === 'beta' ? 'beta' : 'stable')}
        />
        <Button type="submit" variant="outlined" loading={ask.isPending}>
          Look up the offer
        </Button>
      </Box>
      {ask.error !== null && <CallErrorAlert error={ask.error} />}
      <Typography component="output" sx={{ display: 'block', mt: ask.data === undefined ? 0 : 2 }}>
        {ask.data !== undefined && offerText(ask.data)}
      </Typography>
    </Section>
  );
}

function offerText({ offer }: CallResult<'releases.offer'>): string {
  if (offer === null) return 'This device is offered nothing.';
  const number = offer.versionCode === null ? '' : ` (${offer.versionCode})`;
  return `This device is offered ${offer.versionName ?? 'a version without a name'}${number}.`;
}
