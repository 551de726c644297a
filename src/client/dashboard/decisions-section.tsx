import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { STATUS_LOOKS, type Status } from '#client/ui/status-table.ts';
import { Time } from '#client/ui/time.tsx';
import { toneColor } from '#client/ui/tone.ts';
import type { Notification } from '#shared/notifications/calls.ts';

const SHOWN = 3;

/** Which status a decision about an app led to; null for what is no decision. */
function outcomeOf({ type }: Notification): Status | null {
  if (type === 'app_approval') return 'approved';
  if (type === 'app_rejection') return 'rejected';
  return type === 'app_removal' ? 'removed' : null;
}

/** The last decisions of the store about this person's apps; nothing while there are none. */
export function DecisionsSection() {
  const { data } = useCallQuery('notifications.list', { limit: 20 });
  const decisions = data?.notifications.filter((notification) => outcomeOf(notification) !== null) ?? [];
  if (decisions.length === 0) return null;
  return (
    <Box component="section" aria-label="Recent decisions" sx={{ mb: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Recent decisions
      </Typography>
      <Rows label="Recent decisions">
        {decisions.slice(0, SHOWN).map((decision) => (
          <DecisionRow key={decision.id} decision={decision} />
        ))}
      </Rows>
    </Box>
  );
}

function DecisionRow({ decision }: { decision: Notification }) {
  const { icon: Icon, tone } = STATUS_LOOKS[outcomeOf(decision) ?? 'draft'];
  const appId = decision.data?.['appId'];
  return (
    <LinkRow
      href={appId === undefined ? paths.apps : paths.app(appId)}
      picture={<Icon aria-hidden sx={[{ mx: 1 }, ...[toneColor(tone)].flat()]} />}
      title={decision.title}
      subtitle={decision.message}
      aside={<Time iso={decision.createdAt} />}
    />
  );
}
