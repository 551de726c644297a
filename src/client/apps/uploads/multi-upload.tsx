import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { paths } from '#client/paths.ts';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import { UploadItem } from './upload-item.tsx';
import { UploadLeaveGuard } from './upload-leave-guard.tsx';

export interface MultiUploadProps {
  readonly app: App;
  readonly files: readonly File[];
  /** The app's unfinished uploads: a file with the same name and size continues one of them. */
  readonly unfinished: readonly VersionSummary[];
}

/** Uploads several packages at once. */
export function MultiUpload({ app, files, unfinished }: MultiUploadProps) {
  const [running, setRunning] = useState<ReadonlySet<File>>(new Set());

  function note(file: File, isRunning: boolean) {
    setRunning((before) => {
      const after = new Set(before);
      if (isRunning) after.add(file);
      else after.delete(file);
      return after;
    });
  }

  return (
    <>
      <UploadLeaveGuard active={running.size > 0} />
      <Typography aria-live="polite" sx={{ mb: 2 }}>
        {running.size === 0
          ? t`No uploads in progress. Each version is a draft until you submit it.`
          : t`Uploading ${running.size} of ${files.length} files.`}
      </Typography>
      <Box
        component="ul"
        aria-label={t`Uploads`}
        sx={{ m: 0, mb: 3, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
      >
        {files.map((file) => (
          <UploadItem
            key={`${file.name} ${file.size} ${file.lastModified}`}
            app={app}
            file={file}
            begun={
              unfinished.find(({ fileName, size }) => fileName === file.name && size === file.size) ?? null
            }
            onRunning={note}
          />
        ))}
      </Box>
      <Button href={paths.appPart(app.id, 'versions')}>{t`View all versions`}</Button>
    </>
  );
}
