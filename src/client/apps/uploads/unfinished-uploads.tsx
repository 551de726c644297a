import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { paths } from '#client/paths.ts';
import { formatBytes } from '#client/ui/bytes.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

/** Lists unfinished uploads, each with a button to continue. */
export function UnfinishedUploads({ versions }: { versions: readonly VersionSummary[] }) {
  if (versions.length === 0) return null;
  return (
    <Box component="section" aria-label={t`Unfinished uploads`} sx={{ mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t`Unfinished uploads`}
      </Typography>
      <Rows label={t`Unfinished uploads`}>
        {versions.map((version) => (
          <LinkRow
            key={version.id}
            href={paths.upload(version.appId, version.id)}
            title={version.fileName}
            subtitle={<>{rich`${formatBytes(version.size)}, started ${<Time iso={version.createdAt} />}`}</>}
            aside={t`Continue`}
          />
        ))}
      </Rows>
    </Box>
  );
}
