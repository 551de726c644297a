import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { VersionStatusLine } from '#client/components/version/version-status.tsx';
import { paths } from '#client/paths.ts';
import { TransferProgress } from '#client/ui/progress.tsx';
import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import type { Version, VersionSummary } from '#shared/versions/version.ts';
import { packageDenialReason } from './package-file.ts';
import { bytesPerSecond } from './transfer-rate.ts';
import { type Preflight, usePreflight } from './use-preflight.ts';
import { useTransfer } from './use-transfer.ts';

interface UploadItemProps {
  readonly app: App;
  readonly file: File;
  /** The unfinished upload that this file continues; null for a new one. */
  readonly begun: VersionSummary | null;
  readonly onRunning: (file: File, isRunning: boolean) => void;
}

/** Checks, uploads and shows one of several files, without confirmation unless it would fail inspection. */
export function UploadItem({ app, file, begun, onRunning }: UploadItemProps) {
  const { functions } = useBackend();
  const preflight = usePreflight(app.id, file);
  const denialReason = packageDenialReason(file, app.platform) ?? problemOf(preflight);
  const [versionId, setVersionId] = useState(begun?.id ?? null);
  const [error, setError] = useState<unknown>(null);
  const [received, setReceived] = useState(false);
  const hasBegun = useRef(false);
  const { transfer, start, pause, resume } = useTransfer(() => setReceived(true));
  const { data } = useCallQuery(
    'versions.get',
    { versionId: versionId ?? '' },
    { enabled: received && versionId !== null },
  );

  async function send() {
    setError(null);
    try {
      const { version, upload } = await openUpload();
      setVersionId(version.id);
      if (version.status === 'uploading') start(upload.url, file);
      else setReceived(true);
    } catch (thrown) {
      setError(thrown);
    }
  }

  async function openUpload(): Promise<CallResult<'versions.create'>> {
    const known = versionId && (await functions.call('versions.get', { versionId }));
    if (known && known.upload !== null) return { version: known.version, upload: known.upload };
    return functions.call('versions.create', {
      appId: app.id,
      fileName: file.name,
      size: file.size,
      ...(preflight.state === 'checked' && preflight.found.sha256 && { sha256: preflight.found.sha256 }),
    });
  }

  const begin = useEffectEvent(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void send();
  });
  const isChecked = preflight.state !== 'checking';
  useEffect(() => {
    if (isChecked && denialReason === null) begin();
  }, [isChecked, denialReason]);

  const isRunning = transfer?.state === 'running';
  const tell = useEffectEvent(onRunning);
  useEffect(() => tell(file, isRunning), [file, isRunning]);

  return (
    <Paper component="li" aria-label={file.name} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      {transfer === null ? (
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{file.name}</Typography>
      ) : (
        <TransferProgress
          label={isRunning ? t`Uploading ${file.name}` : t`${file.name} is paused`}
          bytesDone={transfer.samples.at(-1)?.sent ?? 0}
          bytesTotal={file.size}
          bytesPerSecond={isRunning ? bytesPerSecond(transfer.samples) : null}
        />
      )}
      {preflight.state === 'checking' && <LinearProgress aria-label={t`Checking ${file.name}`} />}
      {denialReason !== null && <Alert severity="error">{denialReason}</Alert>}
      {error !== null && <CallErrorAlert error={error} onRetry={send} />}
      {transfer?.state === 'failed' && <CallErrorAlert error={transfer.error} onRetry={resume} />}
      {isRunning && (
        <Box>
          <Button size="small" variant="outlined" onClick={pause}>
            {t`Pause`}
          </Button>
        </Box>
      )}
      {transfer?.state === 'paused' && (
        <Box>
          <Button size="small" variant="contained" onClick={resume}>
            {t`Resume`}
          </Button>
        </Box>
      )}
      {received && data !== undefined && <Arrived version={data.version} />}
    </Paper>
  );
}

/** Returns the reason why a checked file would fail inspection; null when it would pass, or wasn't checked. */
function problemOf(preflight: Preflight): string | null {
  if (preflight.state !== 'checked') return null;
  const errors = preflight.found.findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return null;
  const { title, fix } = describeFinding(first);
  if (errors.length === 1) return t`It would fail inspection, so nothing was uploaded: ${title}. ${fix}`;
  return plural(
    errors.length - 1,
    {
      one: 'It would fail inspection, so nothing was uploaded: {title} and # more. {fix}',
      other: 'It would fail inspection, so nothing was uploaded: {title} and # more. {fix}',
    },
    { title, fix },
  );
}

function Arrived({ version }: { version: Version }) {
  return (
    <Box aria-live="polite" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <VersionStatusLine version={version} />
      <Link href={paths.version(version.appId, version.id)}>{t`Open version`}</Link>
    </Box>
  );
}
