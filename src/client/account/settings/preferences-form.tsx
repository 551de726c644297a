import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Switch from '@mui/material/Switch';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import type { CallInput } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import {
  CHANNELS,
  type Channel,
  EMAIL_FREQUENCIES,
  type EmailFrequency,
  NOTIFICATION_KINDS,
  type NotificationPreferences,
  SWITCHABLE_KINDS,
  type SwitchableKind,
} from '#shared/notifications/preferences.ts';
import { PushSection } from './push-section.tsx';

const CHANNEL_LABELS: Readonly<Record<Channel, { name: string; help: string }>> = {
  inApp: { name: t`In the app`, help: t`The bell at the top of every page.` },
  email: { name: t`Email`, help: t`To your account’s email.` },
  push: { name: t`Push`, help: t`On devices where you allowed it.` },
};

const FREQUENCY_LABELS: Readonly<Record<EmailFrequency, string>> = {
  immediate: t`Immediately about you and the apps you work on, everything else in a daily summary`,
  allImmediate: t`Everything immediately, one email each`,
  daily: t`Everything in a daily summary`,
};

type Change = CallInput<'notifications.updatePreferences'>;

interface PreferencesFormProps {
  readonly preferences: NotificationPreferences;
  readonly isEmailConfirmed: boolean;
}

/** Edits the notification channels, and the kinds per channel; every change is saved immediately. */
export function PreferencesForm({ preferences, isEmailConfirmed }: PreferencesFormProps) {
  const update = useCallMutation('notifications.updatePreferences');
  const sendsEmail = useSendsEmail();
  const emailHelp = !sendsEmail
    ? t`This store sends no email.`
    : isEmailConfirmed
      ? null
      : t`Confirm your email first. Until then, you get no notifications by email.`;
  // Shows a choice immediately. Once it is saved, or can't be, the stored value shows again.
  const [chosen, setChosen] = useState<Change>({});
  const shown = { ...preferences, ...chosen };

  function change(next: Change) {
    setChosen({ ...chosen, ...next });
    update.mutate(next, { onSettled: () => setChosen({}) });
  }

  return (
    <>
      <Section title={t`Channels`}>
        {CHANNELS.map((channel) => (
          <SwitchRow
            key={channel}
            {...CHANNEL_LABELS[channel]}
            {...(channel === 'email' && emailHelp !== null && { help: emailHelp })}
            checked={shown[channel]}
            onChange={(checked) => change({ [channel]: checked })}
          />
        ))}
      </Section>
      <PushSection isChannelOn={shown.push} />
      <Section title={t`Notify me about`}>
        <Table
          aria-label={t`Notify me about`}
          size="small"
          sx={{ tableLayout: 'fixed', '& th, & td': { px: { xs: 0.5, sm: 2 } } }}
        >
          <TableHead>
            <TableRow>
              <TableCell sx={{ pl: '0 !important' }}>{t`Notification`}</TableCell>
              {CHANNELS.map((channel) => (
                <TableCell key={channel} align="center" sx={{ width: { xs: 60, sm: 110 } }}>
                  {CHANNEL_LABELS[channel].name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {SWITCHABLE_KINDS.map((kind) => (
              <KindRow key={kind} kind={kind} preferences={shown} onChange={change} />
            ))}
          </TableBody>
        </Table>
        {CHANNELS.some((channel) => !shown[channel]) && (
          <Typography id={CHANNEL_OFF_ID} variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
            {t`Turn a channel on above to choose what it tells you.`}
          </Typography>
        )}
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary', maxWidth: 640 }}>
          {t`You always get notifications about your account’s security.`}
        </Typography>
      </Section>
      {sendsEmail && (
        <Section title={t`Email frequency`}>
          <RadioGroup
            aria-label={t`Email frequency`}
            value={shown.emailFrequency}
            onChange={(_event, value) => change({ emailFrequency: value as EmailFrequency })}
          >
            {EMAIL_FREQUENCIES.map((frequency) => (
              <FormControlLabel
                key={frequency}
                value={frequency}
                control={<Radio />}
                label={FREQUENCY_LABELS[frequency]}
              />
            ))}
          </RadioGroup>
        </Section>
      )}
      {update.error !== null && <CallErrorAlert error={update.error} />}
      <Box
        component="output"
        sx={{ display: 'block', minHeight: 24, typography: 'body2', color: 'text.secondary' }}
      >
        {update.isPending ? t`Saving…` : update.isSuccess ? t`Saved` : ''}
      </Box>
    </>
  );
}

/** The id of the sentence that explains the checkboxes of a channel that is off. */
const CHANNEL_OFF_ID = 'channel-off';

interface SwitchRowProps {
  readonly name: string;
  readonly help: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function SwitchRow({ name, help, checked, onChange }: SwitchRowProps) {
  return (
    <FormControlLabel
      sx={{ display: 'flex', mb: 1 }}
      control={<Switch checked={checked} onChange={(_event, next) => onChange(next)} />}
      label={
        <>
          {name}
          <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {help}
          </Typography>
        </>
      }
    />
  );
}

interface KindRowProps {
  readonly kind: SwitchableKind;
  readonly preferences: NotificationPreferences;
  readonly onChange: (change: Change) => void;
}

/** Shows one kind with a checkbox per channel. Unchecking all of them turns the kind off. */
function KindRow({ kind, preferences, onChange }: KindRowProps) {
  const { name, help } = NOTIFICATION_KINDS[kind];
  const isOn = (channel: Channel) => preferences[kind] && !preferences.muted.includes(`${kind}.${channel}`);

  function set(channel: Channel, checked: boolean) {
    const on = CHANNELS.filter((one) => (one === channel ? checked : isOn(one)));
    const elsewhere = preferences.muted.filter((muted) => !muted.startsWith(`${kind}.`));
    const off = CHANNELS.filter((one) => !on.includes(one)).map((one) => `${kind}.${one}` as const);
    onChange(
      on.length === 0 ? { [kind]: false, muted: elsewhere } : { [kind]: true, muted: [...elsewhere, ...off] },
    );
  }

  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ pl: '0 !important' }}>
        {name}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {help}
        </Typography>
      </TableCell>
      {CHANNELS.map((channel) => (
        <TableCell key={channel} align="center">
          <Checkbox
            checked={isOn(channel)}
            disabled={!preferences[channel]}
            onChange={(_event, checked) => set(channel, checked)}
            slotProps={{
              input: {
                'aria-label': `${name}: ${CHANNEL_LABELS[channel].name}`,
                ...(!preferences[channel] && { 'aria-describedby': CHANNEL_OFF_ID }),
              },
            }}
          />
        </TableCell>
      ))}
    </TableRow>
  );
}
