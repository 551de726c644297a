import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ComponentType } from 'react';
import { StorageHealth } from '#client/admin/overview/storage-health.tsx';
import { TestButton } from '#client/admin/setup/test-button.tsx';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import type { SettingsPartProps } from './settings-part.tsx';

/** Shows the state of the store's files, whose place the operator configures on the server, with a test. */
export const StoragePart: ComponentType<SettingsPartProps> = () => {
  const call = useCallQuery('admin.overview', {});
  const test = useCallMutation('setup.testStorage');
  if (call.data === undefined) return <CallStatus call={call} skeleton={<FormSkeleton />} />;
  const { disk, files, fileProblems } = call.data;
  return (
    <Paper sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ maxWidth: 640 }}>
        <StorageHealth disk={disk} files={files} fileProblems={fileProblems} />
        <TestButton call={test} label={t`Test the storage`}>
          {(result) => <TestResult result={result} />}
        </TestButton>
      </Box>
    </Paper>
  );
};

function TestResult({ result: { problem, response } }: { result: CallResult<'setup.testStorage'> }) {
  if (problem === null) {
    return <Alert severity="success">{t`A file was written, read back unchanged, and deleted.`}</Alert>;
  }
  return (
    <Alert severity="error">
      <AlertTitle>{t`The storage can’t be used`}</AlertTitle>
      {problem}
      {response !== null && (
        <Box component="code" sx={{ display: 'block', mt: 1, overflowWrap: 'anywhere' }}>
          {response}
        </Box>
      )}
    </Alert>
  );
}
