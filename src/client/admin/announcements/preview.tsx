import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { NotificationBody } from '#client/ui/notification-body.tsx';
import { NOTIFICATION_LOOKS } from '#client/ui/notification-table.ts';
import { toneTint } from '#client/ui/tone.ts';

const LOOK = NOTIFICATION_LOOKS.system_message;

export interface PreviewProps {
  readonly title: string;
  readonly message: string;
}

/** An announcement as its readers get it. */
export function Preview({ title, message }: PreviewProps) {
  const [createdAt] = useState(() => new Date().toISOString());
  return (
    <Box component="section" aria-label="Preview" sx={{ minWidth: 0 }}>
      <Typography variant="body2" sx={{ mb: 0.5, fontWeight: 500 }}>
        Preview
      </Typography>
      <Paper variant="outlined" sx={{ maxWidth: 400, overflow: 'hidden' }}>
        <Box sx={[{ px: 2, py: 1.5 }, ...[toneTint(LOOK.tone)].flat()]}>
          <NotificationBody
            look={LOOK}
            notification={{
              id: 'preview',
              userId: '',
              type: 'system_message',
              title: title.trim() || 'Title',
              message: message.trim() || 'Message',
              read: false,
              createdAt,
            }}
          />
        </Box>
      </Paper>
      <Typography variant="caption" component="p" sx={{ mt: 1, color: 'text.secondary' }}>
        So it looks in the list of notifications. In mails the title is the subject.
      </Typography>
    </Box>
  );
}
