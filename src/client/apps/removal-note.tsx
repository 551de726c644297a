import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { App } from '#shared/apps/app.ts';
import type { Version } from '#shared/versions/version.ts';

/** Why the store removed an app, and what its publisher can do; nothing unless it did. */
export function RemovalNote({ app }: { app: Pick<App, 'status' | 'removalReason'> }) {
  if (app.status !== 'removed') return null;
  return (
    <Alert severity="error" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      <AlertTitle>The store removed this app</AlertTitle>
      {app.removalReason !== null && <>“{app.removalReason}” </>}
      Nobody can download it, and nothing of it is lost. If this is a mistake, answer in the review
      conversation of one of its versions.
    </Alert>
  );
}

/** The same for one version. */
export function VersionRemovalNote({ version }: { version: Pick<Version, 'status' | 'removalReason'> }) {
  if (version.status !== 'removed') return null;
  return (
    <Alert severity="error" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      <AlertTitle>The store removed this version</AlertTitle>
      {version.removalReason !== null && <>“{version.removalReason}” </>}
      Nobody can download it, and its number stays taken. If this is a mistake, answer in the review
      conversation below.
    </Alert>
  );
}
