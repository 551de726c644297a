import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { rich } from '#client/ui/rich-text.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import type { Version } from '#shared/versions/version.ts';

/** Shows why an app was removed, by staff or as its publisher asked, and what its publisher can do; nothing for other apps. */
export function RemovalNote({ app }: { app: Pick<App, 'status' | 'removalReason'> }) {
  if (app.status !== 'removed') return null;
  if (app.removalReason === null) {
    return (
      <Alert severity="info" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
        {rich`${<AlertTitle>{t`This app was removed on request`}</AlertTitle>}Its publisher asked for it. It can’t be downloaded, but nothing was deleted. To have it restored, reply in the review conversation of one of its versions.`}
      </Alert>
    );
  }
  return (
    <Alert severity="error" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      {rich`${<AlertTitle>{t`Store staff removed this app`}</AlertTitle>}“${app.removalReason}” It can’t be downloaded, but nothing was deleted. If you think this is a mistake, reply in the review conversation of one of its versions.`}
    </Alert>
  );
}

/** Shows the reason why staff removed a version; nothing for other versions. */
export function VersionRemovalNote({ version }: { version: Pick<Version, 'status' | 'removalReason'> }) {
  if (version.status !== 'removed') return null;
  return (
    <Alert severity="error" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      {rich`${<AlertTitle>{t`Store staff removed this version`}</AlertTitle>}${version.removalReason !== null && <>“{version.removalReason}” </>}It can’t be downloaded, and its version code stays reserved. If you think this is a mistake, reply in the review conversation below.`}
    </Alert>
  );
}
