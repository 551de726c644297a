import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { versionTitle } from '#client/ui/version-title.ts';
import { storeReasonSchema } from '#shared/apps/app.ts';
import { whyNot } from '#shared/versions/rules.ts';
import { versionSentence } from '#shared/versions/sentence.ts';
import type { Version } from '#shared/versions/version.ts';
import { APP_CHANGED } from './app-changed.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** The versions of an app, each leading to its review, and what the store can do about one alone. */
export function ManagedVersions({ versions }: { versions: readonly Version[] }) {
  return (
    <Section title="Versions">
      {versions.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Its publisher has not uploaded a version yet.
        </Typography>
      )}
      <Box
        component="ul"
        aria-label="Versions"
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
    </Section>
  );
}

function ManagedVersion({ version }: { version: Version }) {
  const now = useMinute();
  const [asking, setAsking] = useState(false);
  const title = versionTitle(version);
  const action = version.status === 'removed' ? 'restore' : 'remove';
  const word = action === 'remove' ? 'Remove' : 'Restore';
  return (
    <Box
      component="li"
      sx={{ py: 1.25, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Link href={paths.review(version.id)} sx={{ fontWeight: 600 }}>
          {title}
        </Link>
        <Stands status={version.status} sentence={versionSentence(version, now)} />
        {version.removalReason !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            “{version.removalReason}”
          </Typography>
        )}
      </Box>
      <ReasonedButton
        size="small"
        color={action === 'remove' ? 'error' : 'primary'}
        aria-label={`${word} version ${title}`}
        reason={whyNot({ action, status: version.status, actor: 'admin' })}
        onClick={() => setAsking(true)}
      >
        {word}
      </ReasonedButton>
      {asking && <VersionDialog version={version} action={action} onClose={() => setAsking(false)} />}
    </Box>
  );
}

interface VersionDialogProps {
  readonly version: Version;
  readonly action: 'remove' | 'restore';
  readonly onClose: () => void;
}

function VersionDialog({ version, action, onClose }: VersionDialogProps) {
  const change = useCallMutation(`versions.${action}`, { invalidates: APP_CHANGED });
  const isRemoval = action === 'remove';
  return (
    <ReasonDialog
      title={`${isRemoval ? 'Remove' : 'Restore'} version ${versionTitle(version)}?`}
      confirmLabel={isRemoval ? 'Remove' : 'Restore'}
      danger={isRemoval}
      help="Its publisher reads it, on the page and by mail."
      schema={storeReasonSchema}
      pending={change.isPending}
      error={change.error}
      onConfirm={(reason) => change.mutate({ versionId: version.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {isRemoval
          ? 'Nobody can download this version any more; other versions stay. Its number stays taken.'
          : 'People can download this version again.'}
      </Typography>
    </ReasonDialog>
  );
}
