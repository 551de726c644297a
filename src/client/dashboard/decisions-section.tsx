import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { Time } from '#client/ui/time.tsx';
import type { Notification, NotificationType } from '#shared/notifications/calls.ts';

const DECISIONS: readonly NotificationType[] = ['app_approval', 'app_rejection', 'app_removal'];
const SHOWN = 3;

function appOf({ data }: Notification): string | undefined {
  return data?.['appId'];
}

/** The last decisions of the store about this person's apps; nothing while there are none. */
export function DecisionsSection() {
  const { data } = useCallQuery('notifications.list', { limit: 20 });
  const decisions = data?.notifications.filter(
    (notification) => DECISIONS.includes(notification.type) && appOf(notification) !== undefined,
  );
  if (decisions === undefined || decisions.length === 0) return null;
  return (
    <Box component="section" aria-label="Recent decisions" sx={{ mb: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Recent decisions
      </Typography>
      <Rows label="Recent decisions">
        {decisions.slice(0, SHOWN).map((decision) => (
          <LinkRow
            key={decision.id}
            href={paths.app(appOf(decision) ?? '')}
            title={decision.title}
            subtitle={decision.message}
            aside={<Time iso={decision.createdAt} />}
          />
        ))}
      </Rows>
    </Box>
  );
}
