import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { paths } from '#client/paths.ts';
import type { App } from '#shared/apps/app.ts';
import type { Version } from '#shared/versions/version.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { UploadItem } from './upload-item.tsx';

export interface SeveralUploadsProps {
  readonly app: App;
  readonly files: readonly File[];
  /** Uploads of the app that were begun before: a file of the same name and size goes on with one. */
  readonly unfinished: readonly Version[];
}

/** Several packages on their way at once, each by itself. */
export function SeveralUploads({ app, files, unfinished }: SeveralUploadsProps) {
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
      <LeaveGuard active={running.size > 0} />
      <Typography aria-live="polite" sx={{ mb: 2 }}>
        {running.size === 0
          ? 'Nothing is under way. Each version is a draft until you submit it.'
          : `${running.size} of ${files.length} files are on their way.`}
      </Typography>
      <Box
        component="ul"
        aria-label="Uploads"
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
      <Button href={paths.appPart(app.id, 'versions')}>See all versions</Button>
    </>
  );
}
