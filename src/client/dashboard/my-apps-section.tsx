import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useDailyDownloads } from '#client/components/statistics/use-daily-downloads.ts';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { AppRow } from './app-row.tsx';

/** Lists the user's newest apps with their statuses. */
export function MyAppsSection({ apps }: { apps: readonly App[] }) {
  const downloads = useDailyDownloads([apps]);
  return (
    <Box component="section" aria-label={t`My apps`} sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography variant="h2">{t`My apps`}</Typography>
        {apps.length > 0 && <Button href={paths.apps}>{t`All my apps`}</Button>}
      </Box>
      {apps.length === 0 ? (
        <Empty
          picture="quay"
          title={t`No apps yet. Create one, upload a package and submit it for review.`}
          action={
            <Button variant="contained" href={paths.newApp}>
              {t`Create your first app`}
            </Button>
          }
        />
      ) : (
        <Rows label={t`My apps`}>
          {apps.map((app) => (
            <AppRow key={app.id} app={app} href={paths.app(app.id)} downloads={downloads.get(app.id)} />
          ))}
        </Rows>
      )}
    </Box>
  );
}
