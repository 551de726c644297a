import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { DASHBOARD_NOTIFICATIONS } from '#client/screens.ts';
import { Rows } from '#client/ui/link-rows.tsx';
import { t } from '#shared/languages/translate.ts';
import { NotificationEntry } from './notification-entry.tsx';

const SHOWN = 3;

/** Lists the user's unread announcements of store staff; nothing without any. */
export function MessagesSection() {
  const { data } = useCallQuery('notifications.list', DASHBOARD_NOTIFICATIONS);
  const messages = data?.notifications.filter(({ type }) => type === 'system_message') ?? [];
  if (messages.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={t`Messages from the store`}
      tabIndex={-1}
      data-entries
      sx={{ mb: 4, outline: 'none' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography variant="h2">{t`Messages from the store`}</Typography>
        {messages.length > SHOWN && <Button href={paths.notifications}>{t`See all`}</Button>}
      </Box>
      <Rows label={t`Messages from the store`}>
        {messages.slice(0, SHOWN).map((message) => (
          <NotificationEntry key={message.id} notification={message} isQuiet />
        ))}
      </Rows>
    </Box>
  );
}
