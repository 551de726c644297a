import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { FindingCards } from '#client/components/package/findings.tsx';
import { packageTitle } from '#client/components/version/version-title.ts';
import { formatBytes } from '#client/ui/bytes.ts';
import { t } from '#shared/languages/translate.ts';
import { canUpload, type NewPackage } from './use-new-package.ts';

interface NewPackagePanelProps {
  readonly chosen: NewPackage;
  readonly onChooseAgain: () => void;
}

/** Shows the package for a new app, and the problems that would make it fail inspection. */
export function NewPackagePanel({ chosen, onChooseAgain }: NewPackagePanelProps) {
  const { file, found, iconUrl, uploadDenialReason, isReading } = chosen;
  const facts = found?.package ?? null;
  const errors = found?.findings.filter(({ severity }) => severity === 'error') ?? [];
  return (
    <Paper sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2, minWidth: 0 }}>
        <AppIcon src={iconUrl} platform={facts?.platform ?? 'android'} size={56} />
        <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {facts ? `${facts.label} ${packageTitle(facts)}` : file.name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {facts ? `${file.name}, ${formatBytes(file.size)}` : formatBytes(file.size)}
          </Typography>
        </Box>
        <Button onClick={onChooseAgain}>{t`Choose another file`}</Button>
      </Box>
      <Box aria-live="polite">
        {isReading && (
          <LinearProgress aria-label={t`Reading ${file.name}`} sx={{ height: 8, borderRadius: 4 }} />
        )}
        {!isReading && found === null && (
          <Alert severity="info">
            {t`Your browser couldn’t read this file. Fill in the fields yourself; we’ll inspect the file after the upload.`}
          </Alert>
        )}
        {facts && canUpload(chosen) && (
          <Alert severity="success">
            {t`We filled in the fields below from the package. Nothing has been uploaded yet.`}
          </Alert>
        )}
        {uploadDenialReason !== null && (
          <Alert severity="error">
            {t`This package can’t be uploaded now. ${uploadDenialReason} You can create the app without it.`}
          </Alert>
        )}
        {errors.length > 0 && (
          <Alert severity="error">
            {t`This package would fail inspection; see below. Choose a corrected one, or create the app without a package.`}
          </Alert>
        )}
      </Box>
      {errors.length > 0 && <FindingCards findings={errors} />}
    </Paper>
  );
}
