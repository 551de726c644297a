import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { paths } from '#client/paths.ts';
import { AppRow } from '#client/ui/app-row.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import type { App } from '#shared/apps/app.ts';

const SHOWN = 5;

/** The newest of the person's apps and where each one stands. */
export function MyAppsSection({ apps }: { apps: readonly App[] }) {
  const { storage } = useBackend();
  return (
    <Box component="section" aria-label="My apps" sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography variant="h2">My apps</Typography>
        {apps.length > 0 && <Button href={paths.apps}>All my apps</Button>}
      </Box>
      {apps.length === 0 ? (
        <Empty
          title="An app holds the versions you upload. Create one, upload a package, submit it for review."
          action={
            <Button variant="contained" href={paths.newApp}>
              Create your first app
            </Button>
          }
        />
      ) : (
        <Rows label="My apps">
          {apps.slice(0, SHOWN).map((app) => (
            <AppRow
              key={app.id}
              app={app}
              href={paths.app(app.id)}
              iconUrl={app.iconPath && storage.urlOf(app.iconPath)}
            />
          ))}
        </Rows>
      )}
    </Box>
  );
}
