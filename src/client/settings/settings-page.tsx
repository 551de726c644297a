import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { FactList } from '#client/ui/fact-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';

/** The person's own settings on this console. */
export default function SettingsPage() {
  const { email } = useSessionUser();
  return (
    <Page title="Settings">
      <Section title="Appearance">
        <ThemeMode />
      </Section>
      <Section title="Programs">
        <Typography variant="body2" sx={{ mb: 1.5, maxWidth: 640 }}>
          Your own programs can create apps and upload versions through the same calls as this console.
        </Typography>
        <Button variant="outlined" href={paths.api}>
          Read the API reference
        </Button>
      </Section>
      <Section title="Sign-in">
        <FactList
          facts={[
            { label: 'Email', value: email },
            { label: 'Method', value: 'Email and password' },
          ]}
        />
      </Section>
    </Page>
  );
}

/** Light, dark or as the device has it; kept by MUI in local storage (specification section 4, theme mode). */
function ThemeMode() {
  const { mode = 'system', setMode } = useColorScheme();
  const labelId = useId();
  return (
    <>
      <Typography id={labelId} variant="body2" sx={{ mb: 1 }}>
        Theme, on this device
      </Typography>
      <RadioGroup
        aria-labelledby={labelId}
        value={mode}
        onChange={(_event, value) => setMode(value as 'light' | 'dark' | 'system')}
      >
        <FormControlLabel value="system" control={<Radio />} label="As the device is set" />
        <FormControlLabel value="light" control={<Radio />} label="Light" />
        <FormControlLabel value="dark" control={<Radio />} label="Dark" />
      </RadioGroup>
    </>
  );
}
