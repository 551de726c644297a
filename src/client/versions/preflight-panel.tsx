import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { formatBytes } from '#client/ui/bytes.ts';
import { VersionReport } from '#client/ui/version-report.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { App } from '#shared/apps/app.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { usePreflight } from './use-preflight.ts';

interface PreflightPanelProps {
  readonly app: App;
  readonly file: File;
  /** The upload is being announced to the store. */
  readonly pending: boolean;
  /** Called with the file's SHA-256 where the browser could take it. */
  readonly onUpload: (sha256?: string) => void;
  readonly onChooseAgain: () => void;
}

/** What a chosen file is, before any of it is sent: errors end here, everything else may be uploaded. */
export function PreflightPanel({ app, file, pending, onUpload, onChooseAgain }: PreflightPanelProps) {
  const preflight = usePreflight(app.id, file);
  const heading = useRef<HTMLHeadingElement>(null);
  const found = preflight.state === 'checked' ? preflight.found : null;
  const hasErrors = found?.findings.some(({ severity }) => severity === 'error') ?? false;

  // The button that was pressed to get here is gone.
  useEffect(() => heading.current?.focus(), []);

  return (
    <>
      <Paper sx={{ p: { xs: 2, sm: 3 }, mb: 3, display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
          <AppIcon
            src={preflight.state === 'checked' ? preflight.iconUrl : null}
            platform={app.platform}
            size={56}
          />
          <Box sx={{ minWidth: 0 }}>
            <Typography
              ref={heading}
              tabIndex={-1}
              variant="h2"
              sx={{ overflowWrap: 'anywhere', outline: 'none' }}
            >
              {found?.package
                ? `${found.package.label} ${versionTitle({ package: found.package, fileName: file.name })}`
                : file.name}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {found?.package ? `${file.name}, ${formatBytes(file.size)}` : formatBytes(file.size)}
            </Typography>
          </Box>
        </Box>
        <Box aria-live="polite">
          {preflight.state === 'checking' && (
            <LinearProgress aria-label={`Checking ${file.name}`} sx={{ height: 8, borderRadius: 4 }} />
          )}
          {preflight.state === 'failed' && (
            <Alert severity="info">
              Your browser could not check this file. Upload it: the store inspects every package anyway.
            </Alert>
          )}
          {found !== null && <Verdict found={found} />}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {!hasErrors && (
            <Button
              variant="contained"
              loading={pending}
              onClick={() => onUpload(found?.sha256 ?? undefined)}
            >
              {preflight.state === 'checking' ? 'Upload without this check' : 'Upload this version'}
            </Button>
          )}
          <Button variant={hasErrors ? 'contained' : 'text'} onClick={onChooseAgain}>
            Choose another file
          </Button>
        </Box>
      </Paper>
      {found !== null && (
        <VersionReport
          version={{
            ...found,
            // An iOS app is signed anew when it is installed.
            signature: found.package?.platform === 'android' ? found.signature : null,
            fileName: file.name,
            size: file.size,
          }}
        />
      )}
    </>
  );
}

/** What the findings come to, in a sentence. */
function Verdict({ found: { findings } }: { found: Inspection }) {
  const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  const errors = count('error');
  const warnings = count('warning');
  if (errors > 0) {
    return (
      <Alert severity="error">
        This package would not pass inspection, so nothing was sent.{' '}
        {errors === 1 ? 'One problem' : `${errors} problems`} to fix: see below, build the package again, and
        choose the new file.
      </Alert>
    );
  }
  if (warnings > 0) {
    return (
      <Alert severity="warning">
        {warnings === 1 ? 'One thing wants' : `${warnings} things want`} attention; see below. You may upload
        the package as it is.
      </Alert>
    );
  }
  return <Alert severity="success">Nothing is wrong with this package. Nothing was sent yet.</Alert>;
}
