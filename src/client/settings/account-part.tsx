import DownloadIcon from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { exportAccount } from '#client/backend/account-files.ts';
import { useBackend } from '#client/backend/backend-context.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** What the store keeps about the person: taking it along, and leaving. */
export function AccountPart() {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <Section title="Your data">
        <ExportData />
      </Section>
      <Section title="Delete your account">
        <Typography sx={{ mb: 2, maxWidth: 640 }}>
          You see what it means before anything happens. It cannot be undone.
        </Typography>
        <Button variant="outlined" color="error" onClick={() => setLeaving(true)}>
          Delete my account
        </Button>
        {isLeaving && <DeleteAccountDialog onClose={() => setLeaving(false)} />}
      </Section>
    </>
  );
}

function ExportData() {
  const backend = useBackend();
  const take = useMutation({ mutationFn: () => exportAccount(backend), onSuccess: save });
  return (
    <>
      <Typography sx={{ mb: 2, maxWidth: 640 }}>
        Your record, apps, versions, notifications, sessions and tokens as one JSON file. Passwords, keys and
        the secrets of tokens are not in it.
      </Typography>
      {take.error !== null && <CallErrorAlert error={take.error} />}
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        loading={take.isPending}
        onClick={() => take.mutate()}
      >
        Download my data
      </Button>
    </>
  );
}

/** Gives a file to the browser's downloads. */
function save(file: File) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
