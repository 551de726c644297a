import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { t } from '#shared/languages/translate.ts';
import { MergeView } from './merge-view.tsx';
import type { Editing } from './use-autosave.ts';

interface EditedProps<Value> {
  readonly editing: Editing<Value>;
  readonly labels: Readonly<Record<keyof Value & string, string>>;
  readonly children: ReactNode;
}

/** Shows a form below what is to be known about its edits, or both sides of a conflict with someone else's edit. */
export function Edited<Value extends object>({ editing, labels, children }: EditedProps<Value>) {
  if (editing.phase === 'conflict') return <MergeView labels={labels} editing={editing} />;
  return (
    <>
      <EditNotes editing={editing} />
      {children}
    </>
  );
}

/** Shows that unsaved changes were restored, and why the last save failed. */
export function EditNotes<Value>({ editing }: { readonly editing: Editing<Value> }) {
  return (
    <>
      {editing.isRestored && (
        <Alert
          severity="info"
          sx={{ mb: 3 }}
          action={
            <>
              <Button color="inherit" size="small" onClick={() => void editing.flush()}>
                {t`Save`}
              </Button>
              <Button color="inherit" size="small" onClick={() => editing.discard()}>
                {t`Discard`}
              </Button>
            </>
          }
        >
          {t`We restored unsaved changes from your last visit.`}
        </Alert>
      )}
      {editing.phase === 'failed' && (
        <Box sx={{ mb: 3 }}>
          <CallErrorAlert error={editing.error} onRetry={editing.flush} />
        </Box>
      )}
    </>
  );
}
