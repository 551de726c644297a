import Alert from '@mui/material/Alert';
import { useState } from 'react';
import type { AppPartProps } from '#client/components/app/loaded-app.ts';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { holdDenialReason } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import { resubmissionDenialReason, VERSION_ACTIONS } from '#shared/versions/actions.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import { SubmitDialog } from './submit-dialog.tsx';

/** Resubmits the newest version where its listing was rejected, so that nobody has to go back for that; nothing otherwise. */
export function ResubmitNote({ loaded: { app, role, versions } }: AppPartProps) {
  // The dialog outlives the note, which goes with the status.
  const [asking, setAsking] = useState<VersionSummary | null>(null);
  const [version] = versions;
  const isWaiting =
    version?.status === 'rejected' &&
    resubmissionDenialReason(version) === null &&
    roleDenialReason(role, 'maintainer') === null;
  return (
    <>
      {isWaiting && (
        <Alert
          severity="warning"
          sx={{ mb: 3 }}
          action={
            <ActionButton
              action={VERSION_ACTIONS.resubmit}
              status={version.status}
              variant="outlined"
              reason={publishingDenialReason(app.status) ?? holdDenialReason(version.hold)}
              onClick={() => setAsking(version)}
            />
          }
        >
          {t`The listing of version ${versionTitle(version)} was rejected. Change it here, then resubmit the version.`}
        </Alert>
      )}
      {asking !== null && <SubmitDialog version={asking} onClose={() => setAsking(null)} />}
    </>
  );
}
