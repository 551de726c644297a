import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { NotificationBody } from '#client/components/notification/notification-body.tsx';
import { notificationStyle } from '#client/components/notification/notification-styles.ts';
import { toneTint } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';

const STYLE = notificationStyle('system_message');

export interface PreviewProps {
  readonly title: string;
  readonly message: string;
}

/** Shows an announcement as its recipients will see it. */
export function Preview({ title, message }: PreviewProps) {
  const sendsEmail = useSendsEmail();
  const [createdAt] = useState(() => new Date().toISOString());
  return (
    <Box component="section" aria-label={t`Preview`} sx={{ minWidth: 0 }}>
      <Typography variant="body2" sx={{ mb: 0.5, fontWeight: 500 }}>
        {t`Preview`}
      </Typography>
      <Paper variant="outlined" sx={{ maxWidth: 400, overflow: 'hidden' }}>
        <Box sx={[{ px: 2, py: 1.5 }, ...[toneTint(STYLE.tone)].flat()]}>
          <NotificationBody
            style={STYLE}
            notification={{
              id: 'preview',
              userId: '',
              type: 'system_message',
              title: title.trim() || t`Title`,
              message: message.trim() || t`Message`,
              read: false,
              createdAt,
            }}
          />
        </Box>
      </Paper>
      <Typography variant="caption" component="p" sx={{ mt: 1, color: 'text.secondary' }}>
        {sendsEmail
          ? t`This is how it looks in notifications. People you choose also get an email at once, others with their daily summary.`
          : t`This is how it looks in notifications.`}
      </Typography>
    </Box>
  );
}
