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
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { whyNotPackage } from '#client/ui/package-file.ts';
import { TransferProgress } from '#client/ui/progress.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import type { App } from '#shared/apps/app.ts';
import { versionSentence } from '#shared/versions/sentence.ts';
import type { Version } from '#shared/versions/version.ts';
import { bytesPerSecond } from './transfer-rate.ts';
import { type Preflight, usePreflight } from './use-preflight.ts';
import { useTransfer } from './use-transfer.ts';

const POLL_MS = 1_000;

interface UploadItemProps {
  readonly app: App;
  readonly file: File;
  /** The upload that this file goes on with; null for a new one. */
  readonly begun: Version | null;
  readonly onRunning: (file: File, isRunning: boolean) => void;
}

/** One of several files: checked, announced, sent and inspected without further questions, unless it would not pass. */
export function UploadItem({ app, file, begun, onRunning }: UploadItemProps) {
  const { functions, documents } = useBackend();
  const preflight = usePreflight(app.id, file);
  const refusal = whyNotPackage(file, app.platform) ?? problemOf(preflight);
  const [versionId, setVersionId] = useState(begun?.id ?? null);
  const [error, setError] = useState<unknown>(null);
  const [received, setReceived] = useState(false);
  const hasBegun = useRef(false);
  const { transfer, start, pause, resume } = useTransfer(() => {
    setReceived(true);
    void documents.invalidate(['apps.get', 'apps.list']);
  });
  const { data } = useCallQuery(
    'versions.get',
    { versionId: versionId ?? '' },
    {
      enabled: received && versionId !== null,
      refetchInterval: (result) => (isBusy(result?.version) ? POLL_MS : false),
    },
  );

  async function send() {
    setError(null);
    try {
      const opened = await openUpload();
      setVersionId(opened.versionId);
      start(opened.url, file);
    } catch (thrown) {
      setError(thrown);
    }
  }

  async function openUpload(): Promise<{ versionId: string; url: string }> {
    const known = versionId && (await functions.call('versions.get', { versionId }));
    if (known && known.upload !== null) return { versionId: known.version.id, url: known.upload.url };
    const { version, upload } = await functions.call('versions.create', {
      appId: app.id,
      fileName: file.name,
      size: file.size,
      ...(preflight.state === 'checked' && preflight.found.sha256 && { sha256: preflight.found.sha256 }),
    });
    return { versionId: version.id, url: upload.url };
  }

  const begin = useEffectEvent(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void send();
  });
  const isChecked = preflight.state !== 'checking';
  useEffect(() => {
    if (isChecked && refusal === null) begin();
  }, [isChecked, refusal]);

  const isRunning = transfer?.state === 'running';
  const tell = useEffectEvent(onRunning);
  useEffect(() => tell(file, isRunning), [file, isRunning]);

  return (
    <Paper component="li" aria-label={file.name} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      {transfer === null ? (
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{file.name}</Typography>
      ) : (
        <TransferProgress
          label={isRunning ? `Uploading ${file.name}` : `${file.name} is paused`}
          bytesDone={transfer.samples.at(-1)?.sent ?? 0}
          bytesTotal={file.size}
          bytesPerSecond={isRunning ? bytesPerSecond(transfer.samples) : null}
        />
      )}
      {preflight.state === 'checking' && <LinearProgress aria-label={`Checking ${file.name}`} />}
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      {error !== null && <CallErrorAlert error={error} onRetry={() => void send()} />}
      {transfer?.state === 'failed' && <CallErrorAlert error={transfer.error} onRetry={resume} />}
      {isRunning && (
        <Box>
          <Button size="small" variant="outlined" onClick={pause}>
            Pause
          </Button>
        </Box>
      )}
      {transfer?.state === 'paused' && (
        <Box>
          <Button size="small" variant="contained" onClick={resume}>
            Resume
          </Button>
        </Box>
      )}
      {received && data !== undefined && <Arrived version={data.version} />}
    </Paper>
  );
}

/** The store is inspecting the file, or has just got the last byte. */
function isBusy(version: Version | undefined): boolean {
  return version === undefined || version.status === 'analysing' || version.status === 'uploading';
}

/** Why a checked file would not pass inspection, as a sentence; null while that is not known, or when it would. */
function problemOf(preflight: Preflight): string | null {
  if (preflight.state !== 'checked') return null;
  const errors = preflight.found.findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return null;
  const others = errors.length === 1 ? '' : ` and ${errors.length - 1} more`;
  return `It would not pass inspection, so nothing was sent: ${first.title}${others}. ${first.fix}`;
}

function Arrived({ version }: { version: Version }) {
  const now = useMinute();
  return (
    <Box aria-live="polite" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Stands status={version.status} sentence={versionSentence(version, now)} />
      <Link href={paths.version(version.appId, version.id)}>Open this version</Link>
    </Box>
  );
}
