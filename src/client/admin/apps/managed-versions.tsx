import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { HoldButton } from '#client/components/hold/hold-button.tsx';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { useVersionPages } from '#client/components/version/use-version-pages.ts';
import { VersionStatusLine } from '#client/components/version/version-status.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { LoadMore } from '#client/ui/load-more.tsx';
import { NewRows } from '#client/ui/new-rows.tsx';
import { Section } from '#client/ui/section.tsx';
import { storeReasonSchema } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { VERSION_ACTIONS, versionDenialReason } from '#shared/versions/actions.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import { VulnerabilityButton } from './vulnerability-button.tsx';

/** Lists the versions of an app with links to their reviews, and removes or restores single versions. */
export function ManagedVersions({ loaded }: { loaded: CallResult<'apps.get'> }) {
  const { versions, pages } = useVersionPages(loaded);
  return (
    <Section title={t`Versions`}>
      {versions.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`The publisher hasn’t uploaded a version yet.`}
        </Typography>
      )}
      <NewRows keys={versions.map(({ id }) => id)} />
      <Box
        component="ul"
        aria-label={t`Versions`}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          '& > li + li': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {versions.map((version) => (
          <ManagedVersion key={version.id} version={version} />
        ))}
      </Box>
      <LoadMore pages={pages} />
    </Section>
  );
}

function ManagedVersion({ version }: { version: VersionSummary }) {
  const [asking, setAsking] = useState(false);
  const title = versionTitle(version);
  const action = version.status === 'removed' ? 'restore' : 'remove';
  return (
    <Box
      component="li"
      sx={{ py: 1.25, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Link href={paths.review(version.id)} sx={{ fontWeight: 600 }}>
          {title}
        </Link>
        <VersionStatusLine version={version} />
        {version.removalReason !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            “{version.removalReason}”
          </Typography>
        )}
        {version.hold !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t`On hold: “${version.hold.reason}”`}
          </Typography>
        )}
        {version.vulnerability !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t`Known vulnerability: “${version.vulnerability}”`}
          </Typography>
        )}
      </Box>
      <HoldButton subject="version" subjectId={version.id} name={t`version ${title}`} hold={version.hold} />
      <VulnerabilityButton version={version} />
      <ActionButton
        action={VERSION_ACTIONS[action]}
        status={version.status}
        size="small"
        target={`version ${title}`}
        reason={versionDenialReason({ action, status: version.status, actor: 'admin' })}
        onClick={() => setAsking(true)}
      />
      {asking && <VersionDialog version={version} action={action} onClose={() => setAsking(false)} />}
    </Box>
  );
}

interface VersionDialogProps {
  readonly version: VersionSummary;
  readonly action: 'remove' | 'restore';
  readonly onClose: () => void;
}

function VersionDialog({ version, action, onClose }: VersionDialogProps) {
  const change = useCallMutation(`versions.${action}`);
  const isRemoval = action === 'remove';
  return (
    <ReasonDialog
      title={t`${isRemoval ? t`Remove` : t`Restore`} version ${versionTitle(version)}?`}
      confirmLabel={isRemoval ? t`Remove` : t`Restore`}
      danger={isRemoval}
      help={t`Shown to the publisher.`}
      schema={storeReasonSchema}
      pending={change.isPending}
      error={change.error}
      onConfirm={(reason) => change.mutate({ versionId: version.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {isRemoval
          ? t`This version can’t be downloaded anymore. Other versions stay. Its version code stays reserved.`
          : t`This version can be downloaded again.`}
      </Typography>
    </ReasonDialog>
  );
}
