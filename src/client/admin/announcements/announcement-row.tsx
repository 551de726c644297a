import BlockIcon from '@mui/icons-material/Block';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import MailIcon from '@mui/icons-material/MailOutlined';
import SendIcon from '@mui/icons-material/Send';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { Time } from '#client/ui/time.tsx';
import { ToneChip } from '#client/ui/tone-chip.tsx';
import type { Announcement } from '#shared/admin/announcement-calls.ts';
import { formatNumber, plural, t } from '#shared/languages/translate.ts';
import { peopleText } from './audience.ts';

const STYLES = {
  sending: { label: t`Sending`, icon: SendIcon, tone: 'info' },
  mailing: { label: t`Sending emails`, icon: MailIcon, tone: 'info' },
  sent: { label: t`Sent`, icon: CheckCircleIcon, tone: 'success' },
  stopped: { label: t`Stopped`, icon: BlockIcon, tone: 'warning' },
} as const satisfies Record<Announcement['status'], unknown>;

const AUDIENCE_LABELS = {
  everyone: t`To everyone`,
  developers: t`To developers`,
  chosen: t`To selected people`,
} as const;

function isUnderWay({ status }: Announcement): boolean {
  return status === 'sending' || status === 'mailing';
}

interface AnnouncementRowProps {
  readonly announcement: Announcement;
}

/** Shows one past announcement with its text, audience and progress. */
export function AnnouncementRow({ announcement }: AnnouncementRowProps) {
  const [isAsking, setAsking] = useState(false);
  const { title, message, status, audience, senderName, createdAt } = announcement;
  return (
    <Box component="li" sx={{ px: 2, py: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="h3" sx={{ flex: '1 1 200px', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Box component="span" aria-live="polite">
          <ToneChip {...STYLES[status]} />
        </Box>
        {isUnderWay(announcement) && (
          <Button size="small" color="error" aria-label={t`Stop ${title}`} onClick={() => setAsking(true)}>
            {t`Stop`}
          </Button>
        )}
      </Box>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxWidth: 720 }}>
        {message}
      </Typography>
      {isUnderWay(announcement) && <Progress announcement={announcement} />}
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
        {AUDIENCE_LABELS[audience]} · {senderName ?? t`a former admin`} · <Time iso={createdAt} />
        <br />
        {outcomeText(announcement)}
      </Typography>
      {isAsking && <StopDialog announcement={announcement} onClose={() => setAsking(false)} />}
    </Box>
  );
}

function outcomeText({ status, recipients, reached, mailing }: Announcement): string {
  const emails = plural(mailing.emails, { one: '# email', other: '# emails' });
  const pushes = plural(mailing.pushes, { one: '# push notification', other: '# push notifications' });
  if (status === 'sent') return t`${peopleText(recipients)}, ${emails} and ${pushes}.`;
  if (status === 'stopped') {
    return t`${peopleText(reached)} of ${formatNumber(recipients)}, ${emails} and ${pushes}.`;
  }
  return t`Addressed to ${peopleText(recipients)}.`;
}

function Progress({ announcement: { title, status, recipients, reached, mailing } }: AnnouncementRowProps) {
  const done = status === 'sending' ? reached : mailing.reached;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, maxWidth: 480 }}>
      <LinearProgress
        variant="determinate"
        value={recipients === 0 ? 100 : Math.min(100, (100 * done) / recipients)}
        aria-label={t`Progress of ${title}`}
        sx={{ height: 8, borderRadius: 4 }}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {status === 'sending'
          ? t`Delivered to ${formatNumber(done)} of ${peopleText(recipients)}`
          : t`Delivered to everyone; emails and push notifications: ${formatNumber(done)} of ${peopleText(recipients)}`}
      </Typography>
    </Box>
  );
}

function StopDialog({ announcement, onClose }: AnnouncementRowProps & { onClose: () => void }) {
  const stop = useCallMutation('announcements.stop');
  const { id, title, recipients, reached } = announcement;
  return (
    <ConfirmDialog
      title={t`Stop ${title}?`}
      confirmLabel={t`Stop sending`}
      danger
      pending={stop.isPending}
      error={stop.error}
      onConfirm={() => stop.mutate({ announcementId: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {plural(
          reached,
          {
            one: '# person of {recipients} has already received it and keeps it. No one else gets it, and unsent emails and push notifications are cancelled.',
            other:
              '# people of {recipients} have already received it and keep it. No one else gets it, and unsent emails and push notifications are cancelled.',
          },
          { recipients: formatNumber(recipients) },
        )}
      </Typography>
    </ConfirmDialog>
  );
}
