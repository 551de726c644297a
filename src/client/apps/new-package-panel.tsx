import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { formatBytes } from '#client/ui/bytes.ts';
import { FindingCards } from '#client/ui/findings.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { NewPackage } from './use-new-package.ts';

interface NewPackagePanelProps {
  readonly chosen: NewPackage;
  readonly onChooseAgain: () => void;
}

/** The package that a new app is made from: what it is, and what would keep it out of the store. */
export function NewPackagePanel({ chosen, onChooseAgain }: NewPackagePanelProps) {
  const { file, found, iconUrl, isReading } = chosen;
  const facts = found?.package ?? null;
  const errors = found?.findings.filter(({ severity }) => severity === 'error') ?? [];
  return (
    <Paper sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2, minWidth: 0 }}>
        <AppIcon src={iconUrl} platform={facts?.platform ?? 'android'} size={56} />
        <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {facts ? `${facts.label} ${versionTitle({ package: facts, fileName: file.name })}` : file.name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {facts ? `${file.name}, ${formatBytes(file.size)}` : formatBytes(file.size)}
          </Typography>
        </Box>
        <Button onClick={onChooseAgain}>Take another file</Button>
      </Box>
      <Box aria-live="polite">
        {isReading && (
          <LinearProgress aria-label={`Reading ${file.name}`} sx={{ height: 8, borderRadius: 4 }} />
        )}
        {!isReading && found === null && (
          <Alert severity="info">
            Your browser could not read this file. Fill in the fields as the package declares them; the store
            reads it after the upload.
          </Alert>
        )}
        {facts && errors.length === 0 && (
          <Alert severity="success">
            The fields below are filled in from the package. Nothing was sent yet: it is uploaded in the next
            step.
          </Alert>
        )}
        {errors.length > 0 && (
          <Alert severity="warning">
            This package would not pass inspection; see below. You may create the app and upload a corrected
            package later.
          </Alert>
        )}
      </Box>
      {errors.length > 0 && <FindingCards findings={errors} />}
    </Paper>
  );
}
