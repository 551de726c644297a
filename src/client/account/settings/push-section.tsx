import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { usePush } from './use-push.ts';

/** Turns push messages on this device on and off. `isChannelOn`: the user wants push messages at all. */
export function PushSection({ isChannelOn }: { isChannelOn: boolean }) {
  const { state, error, switchTo } = usePush();
  return (
    <Section title={t`Push on this device`}>
      {state === undefined && <Skeleton variant="rounded" height={58} />}
      {state === 'unsupported' && (
        <Typography sx={{ color: 'text.secondary' }}>
          {t`Push notifications aren’t available here. They need a secure address (https). On iPhone or iPad, add this site to the Home Screen first.`}
        </Typography>
      )}
      {state === 'blocked' && (
        <Alert severity="warning">
          {t`Your browser blocks notifications from this site. Allow them in its settings for this site, then come back.`}
        </Alert>
      )}
      {(state === 'on' || state === 'off') && (
        <FormControlLabel
          control={<Switch checked={state === 'on'} onChange={(_event, on) => void switchTo(on)} />}
          label={
            <>
              {t`Show push notifications on this device`}
              <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                {state === 'on'
                  ? t`You get them even while the store is closed.`
                  : t`The browser will ask for permission once.`}
              </Typography>
            </>
          }
        />
      )}
      {state === 'on' && !isChannelOn && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {t`Push is off under Channels, so you won’t get any.`}
        </Alert>
      )}
      {error !== undefined && <CallErrorAlert error={error} />}
    </Section>
  );
}
