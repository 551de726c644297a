import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ExportData } from './export-data.tsx';

/** Settings to download the user's data, and to delete the account. */
export function AccountPart() {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Section title={t`Your data`}>
        <ExportData />
      </Section>
      <Section title={t`Delete your account`}>
        <Typography sx={{ mb: 2, maxWidth: 640 }}>
          {t`We’ll show you what gets deleted first. You can’t undo it.`}
        </Typography>
        <Button variant="outlined" color="error" onClick={() => setLeaving(true)}>
          {t`Delete my account`}
        </Button>
        {isLeaving && <DeleteAccountDialog onClose={() => setLeaving(false)} />}
      </Section>
    </>
  );
}
