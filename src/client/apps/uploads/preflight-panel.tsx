import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { VersionReport } from '#client/components/version/version-report.tsx';
import { packageTitle } from '#client/components/version/version-title.ts';
import { formatBytes } from '#client/ui/bytes.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import type { App } from '#shared/apps/app.ts';
import { plural, t } from '#shared/languages/translate.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { usePreflight } from './use-preflight.ts';

interface PreflightPanelProps {
  readonly app: App;
  readonly file: File;
  /** True while the version is being created. */
  readonly pending: boolean;
  /** Called with the file's SHA-256 if the browser computed it. */
  readonly onUpload: (sha256?: string) => void;
  readonly onChooseAgain: () => void;
}

/** Shows the findings of a chosen file before its upload. Errors prevent it. */
export function PreflightPanel({ app, file, pending, onUpload, onChooseAgain }: PreflightPanelProps) {
  const preflight = usePreflight(app.id, file);
  const heading = useRef<HTMLHeadingElement>(null);
  const found = preflight.state === 'checked' ? preflight.found : null;
  const hasErrors = found?.findings.some(({ severity }) => severity === 'error') ?? false;

  // The button that had the focus is gone.
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
              {found?.package ? `${found.package.label} ${packageTitle(found.package)}` : file.name}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {found?.package ? `${file.name}, ${formatBytes(file.size)}` : formatBytes(file.size)}
            </Typography>
          </Box>
        </Box>
        <Box aria-live="polite">
          {preflight.state === 'checking' && (
            <LinearProgress aria-label={t`Checking ${file.name}`} sx={{ height: 8, borderRadius: 4 }} />
          )}
          {preflight.state === 'failed' && (
            <Alert severity="info">
              {t`Your browser couldn’t check this file. You can still upload it; every package is inspected.`}
            </Alert>
          )}
          {found !== null && <Verdict found={found} />}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {!hasErrors && (
            <PendingButton
              variant="contained"
              pending={pending}
              onClick={() => onUpload(found?.sha256 ?? undefined)}
            >
              {preflight.state === 'checking' ? t`Upload without checking` : t`Upload version`}
            </PendingButton>
          )}
          <Button variant={hasErrors ? 'contained' : 'text'} onClick={onChooseAgain}>
            {t`Choose another file`}
          </Button>
        </Box>
      </Paper>
      {found !== null && (
        <VersionReport
          version={{
            ...found,
            // An iOS app is signed again when it is installed.
            signature: found.package?.platform === 'android' ? found.signature : null,
            fileName: file.name,
            size: file.size,
          }}
        />
      )}
    </>
  );
}

/** Returns a summary of the findings, as a sentence. */
function Verdict({ found: { findings } }: { found: Inspection }) {
  const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  const errors = count('error');
  const warnings = count('warning');
  if (errors > 0) {
    return (
      <Alert severity="error">
        {plural(errors, {
          one: 'This package would fail inspection, so nothing was uploaded. # problem to fix: see below, rebuild the package and choose the new file.',
          other:
            'This package would fail inspection, so nothing was uploaded. # problems to fix: see below, rebuild the package and choose the new file.',
        })}
      </Alert>
    );
  }
  if (warnings > 0) {
    return (
      <Alert severity="warning">
        {plural(warnings, {
          one: '# warning. You can still upload.',
          other: '# warnings. You can still upload.',
        })}
      </Alert>
    );
  }
  return <Alert severity="success">{t`No problems found. Nothing has been uploaded yet.`}</Alert>;
}
