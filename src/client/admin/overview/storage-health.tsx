import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatBytes } from '#client/ui/bytes.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, plural, t } from '#shared/languages/translate.ts';

type Overview = CallResult<'admin.overview'>;
type Disk = NonNullable<Overview['disk']>['disks'][number];
type Report = NonNullable<Overview['files']>;

type StorageState = Pick<Overview, 'disk' | 'files' | 'fileProblems'>;

/** Returns true when the storage needs an admin's attention. */
export function hasStorageProblem({ disk, files, fileProblems }: StorageState): boolean {
  const isLow = disk === null || disk.disks.some((each) => each.isLow);
  const isBroken = fileProblems.damaged + fileProblems.missing > 0;
  return isLow || isBroken || (files !== null && files.unknown > 0);
}

/** Shows the free space of the server's disks and the results of the checks of stored files. */
export function StorageHealth({ disk, files, fileProblems }: StorageState) {
  const low = disk?.disks.find(({ isLow }) => isLow);
  return (
    <Box component="section" aria-labelledby="storage-health" sx={{ mb: 4 }}>
      <Typography id="storage-health" variant="h2" sx={{ mb: 1 }}>
        {t`Storage`}
      </Typography>
      {disk === null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {rich`${<AlertTitle>{t`The storage can’t be read`}</AlertTitle>}Check that its disk is mounted; the server’s log says what failed.`}
        </Alert>
      )}
      {disk !== null && low !== undefined && <LowSpace disk={low} reserveBytes={disk.reserveBytes} />}
      <FileProblems problems={fileProblems} />
      {files !== null && files.unknown > 0 && (
        <Files
          severity="warning"
          title={t`${countFiles(files.unknown)} not from Quayside`}
          advice={t`Quayside leaves these files alone. Move them out of its storage.`}
          count={files.unknown}
          keys={files.unknownKeys}
        />
      )}
      {files !== null && files.removed > 0 && (
        <Files
          severity="info"
          title={t`${countFiles(files.removed)} deleted as unused`}
          advice={t`Unused for a day. A few after a crash are normal.`}
          count={files.removed}
          keys={files.removedKeys}
        />
      )}
      <DescriptionList
        items={[
          ...(disk?.disks ?? []).map((each) => ({ label: labelOf(each), value: spaceText(each) })),
          { label: t`Stored files`, value: <Checked files={files} missing={fileProblems.missing} /> },
        ]}
      />
    </Box>
  );
}

function LowSpace({ disk, reserveBytes }: { disk: Disk; reserveBytes: number }) {
  if (disk.parts.every((part) => part === 'data')) {
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        {rich`${<AlertTitle>{t`Disk space is low, so inspections fail`}</AlertTitle>}${formatBytes(disk.freeBytes)} free in DATA_DIR; Quayside keeps ${formatBytes(reserveBytes)} in reserve. Free up space or enlarge the disk.`}
      </Alert>
    );
  }
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      {rich`${<AlertTitle>{t`Disk space is low, so uploads are rejected`}</AlertTitle>}${formatBytes(disk.freeBytes)} free; Quayside keeps ${formatBytes(reserveBytes)} in reserve for the database. Free up space or enlarge the disk. Stopped uploads can then be continued.`}
    </Alert>
  );
}

/** Shows damaged and missing files, those first that have been for longest. */
function FileProblems({ problems: { damaged, missing, files } }: { problems: Overview['fileProblems'] }) {
  const count = damaged + missing;
  if (count === 0) return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      <AlertTitle>{problemsTitle(damaged, missing)}</AlertTitle>
      {t`Nobody can download them. Run repair-files with a backup to restore them.`}
      <FileList others={count - files.length}>
        {files.map(({ key, problem, since }) => (
          <li key={key}>
            {problem === 'damaged'
              ? rich`${key}, damaged, found ${<Time iso={since} />}`
              : rich`${key}, missing, found ${<Time iso={since} />}`}
          </li>
        ))}
      </FileList>
    </Alert>
  );
}

function problemsTitle(damaged: number, missing: number): string {
  if (damaged === 0) return t`${countFiles(missing)} missing`;
  if (missing === 0) return t`${countFiles(damaged)} damaged`;
  return t`${countFiles(damaged)} damaged, ${formatNumber(missing)} missing`;
}

interface FileListProps {
  /** Files that aren't listed. */
  readonly others: number;
  readonly children: ReactNode;
}

function FileList({ others, children }: FileListProps) {
  return (
    <Box component="details" sx={{ mt: 0.5 }}>
      <summary>{t`Show files`}</summary>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        {children}
      </Box>
      {others > 0 && t`And ${formatNumber(others)} more.`}
    </Box>
  );
}

interface FilesProps {
  readonly severity: 'warning' | 'info';
  readonly title: string;
  readonly advice: string;
  readonly count: number;
  /** The first files. */
  readonly keys: readonly string[];
}

function Files({ severity, title, advice, count, keys }: FilesProps) {
  return (
    <Alert severity={severity} sx={{ mb: 2 }}>
      <AlertTitle>{title}</AlertTitle>
      {advice}
      <FileList others={count - keys.length}>
        {keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
      </FileList>
    </Alert>
  );
}

function Checked({ files, missing }: { files: Report | null; missing: number }) {
  if (files === null) return t`Not checked yet; the check runs once a day.`;
  return (
    <>
      {rich`Checked ${<Time iso={files.finishedAt} />}: ${missing === 0 ? t`none missing` : t`${formatNumber(missing)} missing`}`}
    </>
  );
}

function countFiles(count: number): string {
  return plural(count, { one: '# file', other: '# files' });
}

function labelOf({ parts }: Disk): string {
  if (parts.length > 1) return t`Files and database`;
  return { storage: t`Files`, database: t`Database`, data: t`Inspections` }[parts[0] ?? 'storage'];
}

function spaceText({ freeBytes, totalBytes }: Disk): string {
  return t`${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} free`;
}
