import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import { usePush } from './use-push.ts';

/** Push messages on the device that the person uses now. `isChannelOn`: whether they want any at all. */
export function PushSection({ isChannelOn }: { isChannelOn: boolean }) {
  const { state, isChanging, error, switchTo } = usePush();
  return (
    <Section title="Push on this device">
      {state === undefined && <Skeleton variant="rounded" height={58} />}
      {state === 'unsupported' && (
        <Typography sx={{ color: 'text.secondary' }}>
          This browser cannot take push messages here. They need a secure address (https); on an iPhone or
          iPad, add this site to the Home Screen first.
        </Typography>
      )}
      {state === 'blocked' && (
        <Alert severity="warning">
          The browser blocks notifications of this site. Allow them in the browser’s settings of this site,
          then come back here.
        </Alert>
      )}
      {(state === 'on' || state === 'off') && (
        <FormControlLabel
          control={
            <Switch
              checked={state === 'on'}
              disabled={isChanging}
              onChange={(_event, on) => void switchTo(on)}
            />
          }
          label={
            <>
              Show push messages on this device
              <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                {state === 'on'
                  ? 'Messages come also while the store is closed.'
                  : 'The browser asks for your permission once.'}
              </Typography>
            </>
          }
        />
      )}
      {state === 'on' && !isChannelOn && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          Nothing comes while Push is off under Ways.
        </Alert>
      )}
      {error !== undefined && <CallErrorAlert error={error} />}
    </Section>
  );
}
