import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ListingChecklist } from '#client/components/listing/listing-checklist.tsx';
import { useListingCheck } from '#client/components/listing/use-listing-check.ts';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { useFileDownload } from '#client/components/version/use-file-download.ts';
import { paths } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { holdDenialReason } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { provenanceDenialReason } from '#shared/provenance/rules.ts';
import { isListingRejection } from '#shared/reviews/reasons.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import {
  resubmissionDenialReason,
  submissionOf,
  VERSION_ACTIONS,
  versionDenialReason,
} from '#shared/versions/actions.ts';
import type { Version, VersionSummary } from '#shared/versions/version.ts';
import { SubmitDialog } from './submit-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface VersionActionsProps {
  /** Without its provenance where only a list was read; the server then says what is missing. */
  readonly version: VersionSummary & Partial<Pick<Version, 'provenance'>>;
  readonly loaded: LoadedApp;
}

/** Shows buttons for the actions on a version; a disabled one gives its reason. `VersionDanger` has the destructive ones. */
export function VersionActions({ version, loaded: { app, role, provenancePolicy } }: VersionActionsProps) {
  const file = useFileDownload(version);
  const [asking, setAsking] = useState<'submit' | 'withdraw' | null>(null);
  const { status } = version;
  const memberDenialReason = roleDenialReason(role, 'maintainer');
  const action = submissionOf(status);
  const fixPath = isListingRejection(version.rejectionReasons)
    ? paths.appPart(version.appId, 'listing')
    : paths.newVersion(version.appId);
  const submitDenialReason =
    memberDenialReason ??
    versionDenialReason({ action, status, actor: 'publisher' }) ??
    (action === 'resubmit' ? resubmissionDenialReason(version) : null) ??
    publishingDenialReason(app.status) ??
    holdDenialReason(version.hold) ??
    (version.provenance === undefined ? null : provenanceDenialReason(provenancePolicy, version.provenance));
  const listing = useListingCheck(version, submitDenialReason === null);
  const close = () => setAsking(null);
  return (
    <>
      <ListingChecklist appId={app.id} check={listing} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
        {status === 'uploading' && memberDenialReason === null && (
          <Button variant="contained" href={paths.upload(version.appId, version.id)}>
            {t`Continue upload`}
          </Button>
        )}
        {status === 'expired' && memberDenialReason === null && (
          <Button variant="contained" href={paths.newVersion(version.appId)}>
            {t`Upload again`}
          </Button>
        )}
        {action === 'resubmit' && memberDenialReason === null && (
          <Button variant="contained" href={fixPath}>
            {isListingRejection(version.rejectionReasons) ? t`Edit listing` : t`Upload a corrected version`}
          </Button>
        )}
        {(action === 'submit' || isListingRejection(version.rejectionReasons)) && (
          <ActionButton
            action={VERSION_ACTIONS[action]}
            status={status}
            variant={action === 'resubmit' ? 'outlined' : 'contained'}
            reason={submitDenialReason ?? listing.denialReason}
            onClick={() => setAsking('submit')}
          />
        )}
        <ActionButton
          action={VERSION_ACTIONS.withdraw}
          status={status}
          variant="outlined"
          reason={memberDenialReason}
          onClick={() => setAsking('withdraw')}
        />
        {version.sha256 !== null && version.fileRemovedAt === null && (
          <ReasonedButton
            startIcon={<DownloadIcon />}
            reason={role === 'admin' ? null : holdDenialReason(version.hold)}
            pending={file.isPending}
            onClick={file.download}
          >
            {t`Download`}
          </ReasonedButton>
        )}
        {file.error !== null && (
          <Box sx={{ width: '100%' }}>
            <CallErrorAlert error={file.error} onRetry={file.download} />
          </Box>
        )}
        {asking === 'submit' && <SubmitDialog version={version} onClose={close} />}
        {asking === 'withdraw' && <WithdrawDialog version={version} onClose={close} />}
      </Box>
    </>
  );
}
