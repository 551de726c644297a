import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ICONS } from '#client/components/status/icons.ts';
import { paths } from '#client/paths.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { Time } from '#client/ui/time.tsx';
import { toneColor } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';
import type { StatusRecord } from '#shared/lifecycle.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { wordNotification } from '#shared/notifications/notification-records.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';

const SHOWN = 3;

/** Statuses of decided versions, by the type of the notification about them. */
const OUTCOMES: Readonly<Partial<Record<Notification['type'], StatusRecord>>> = {
  app_approval: VERSION_STATUSES.approved,
  app_rejection: VERSION_STATUSES.rejected,
  app_removal: VERSION_STATUSES.removed,
};

interface DecisionsSectionProps {
  /** The user's newest notifications. */
  readonly notifications: readonly Notification[];
}

/** Lists recent decisions of staff about the user's apps; nothing without any. */
export function DecisionsSection({ notifications }: DecisionsSectionProps) {
  const decisions = notifications.filter(({ type }) => OUTCOMES[type] !== undefined);
  if (decisions.length === 0) return null;
  return (
    <Box component="section" aria-label={t`Recent decisions`} sx={{ mb: 4 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t`Recent decisions`}
      </Typography>
      <Rows label={t`Recent decisions`}>
        {decisions.slice(0, SHOWN).map((decision) => (
          <DecisionRow key={decision.id} decision={decision} />
        ))}
      </Rows>
    </Box>
  );
}

function DecisionRow({ decision }: { decision: Notification }) {
  const { icon, tone } = OUTCOMES[decision.type] ?? VERSION_STATUSES.draft;
  const Icon = ICONS[icon];
  const texts = wordNotification(decision);
  const appId = decision.data?.['appId'];
  return (
    <LinkRow
      href={appId === undefined ? paths.apps : paths.app(appId)}
      picture={<Icon aria-hidden sx={[{ mx: 1 }, ...[toneColor(tone)].flat()]} />}
      title={texts.title}
      subtitle={texts.message}
      aside={<Time iso={decision.createdAt} />}
    />
  );
}
