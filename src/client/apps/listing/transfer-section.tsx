import DownloadIcon from '@mui/icons-material/Download';
import FolderIcon from '@mui/icons-material/FolderOpen';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { loadChunk } from '#client/backend/load-chunk.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { Section } from '#client/ui/section.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import type { Listing } from '#shared/listings/calls.ts';
import type { AppDetails } from '#shared/listings/details.ts';
import { chosenFiles, droppedFiles, type FolderFile } from './dropped-files.ts';
import type { ImportPlan } from './import-plan.ts';
import { useFileDrop } from './use-file-drop.ts';

const ImportDialog = lazyChunk(
  'import-dialog',
  async () => (await import('./import-dialog.tsx')).ImportDialog,
  'window',
);

/** Lets a file input choose a folder; React's types lack this attribute. */
const WHOLE_FOLDER = { webkitdirectory: '' };

interface TransferSectionProps {
  readonly app: App;
  readonly listings: readonly Listing[];
  readonly details: AppDetails;
  /** The reason why nothing can be changed; null when it can. */
  readonly reason: string | null;
  /** Saves unsaved edits; returns true when everything is saved. */
  readonly flush: () => Promise<boolean>;
}

/** Imports a listing from a folder in the fastlane layout, and exports it as one. */
export function TransferSection({ app, listings, details, reason, flush }: TransferSectionProps) {
  const backend = useBackend();
  const input = useRef<HTMLInputElement>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [exporting, setExporting] = useState<{ isRunning: boolean; error: unknown }>({
    isRunning: false,
    error: null,
  });

  async function showFiles(reading: Promise<FolderFile[]>) {
    setProblem(null);
    try {
      const [isSaved, files] = await Promise.all([flush(), reading]);
      if (isSaved) {
        const { planImport } = await loadChunk('import-plan', () => import('./import-plan.ts'));
        setPlan(await planImport(files, { listings, details }));
      } else setProblem(t`Some of your changes above aren’t saved. Save them first, then import the folder.`);
    } catch {
      setProblem(t`Couldn’t read the folder. Choose it again.`);
    }
  }

  const { isOver, target } = useFileDrop((transfer) => {
    if (reason === null) void showFiles(droppedFiles(transfer));
  });

  async function download() {
    setExporting({ isRunning: true, error: null });
    try {
      const { exportZip } = await loadChunk('export-zip', () => import('./export-zip.ts'));
      await exportZip(backend, app);
      setExporting({ isRunning: false, error: null });
    } catch (error) {
      setExporting({ isRunning: false, error });
    }
  }

  return (
    <Section title={t`Import and export`} id="transfer">
      <Box
        {...target}
        sx={{
          display: 'grid',
          gap: 2,
          p: 2,
          border: `2px ${isOver ? 'solid' : 'dashed'}`,
          borderColor: isOver ? 'primary.main' : 'divider',
          borderRadius: 2,
          bgcolor: isOver ? 'action.hover' : 'transparent',
        }}
      >
        <Typography variant="body2" sx={{ maxWidth: 640 }}>
          {t`Drop or choose a folder in fastlane layout (metadata/android, or metadata and screenshots for iOS, with a folder for each language). You can review the changes before importing.`}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <ReasonedButton
            variant="outlined"
            startIcon={<FolderIcon />}
            reason={reason}
            onClick={() => input.current?.click()}
          >
            {t`Choose folder`}
          </ReasonedButton>
          <PendingButton
            startIcon={<DownloadIcon />}
            pending={exporting.isRunning}
            onClick={() => void download()}
          >
            {t`Export as ZIP`}
          </PendingButton>
        </Box>
        <input
          ref={input}
          type="file"
          hidden
          {...WHOLE_FOLDER}
          aria-label={t`Folder to import`}
          onChange={(event) => {
            const { files } = event.target;
            if (files && files.length > 0) void showFiles(Promise.resolve(chosenFiles(files)));
            event.target.value = '';
          }}
        />
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        {exporting.error !== null && <CallErrorAlert error={exporting.error} />}
      </Box>
      {plan !== null && (
        <Suspense>
          <ImportDialog appId={app.id} plan={plan} onClose={() => setPlan(null)} />
        </Suspense>
      )}
    </Section>
  );
}
