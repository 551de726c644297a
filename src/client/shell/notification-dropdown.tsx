import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { paths } from '#client/paths.ts';
import { t } from '#shared/languages/translate.ts';
import { NotificationList, type NotificationListProps } from './notification-list.tsx';

/** Specification section 9, in pixels. */
const WIDTH = 400;
const MAX_HEIGHT = 500;

export interface NotificationDropdownProps extends NotificationListProps {
  /** The bell while the dropdown is open; null otherwise. */
  readonly anchor: HTMLElement | null;
  readonly unreadCount: number;
  readonly onMarkAllRead: () => void;
  readonly onClose: () => void;
}

/** Shows the dropdown of specification section 2 (header, Mark all read, list, Close), with a link to all. */
export function NotificationDropdown(props: NotificationDropdownProps) {
  const { anchor, unreadCount, onMarkAllRead, onClose, ...list } = props;
  const id = useId();
  const dialog = useRef<HTMLDivElement>(null);

  function markAllRead() {
    // The button disappears with the unread count, so the focus must move on.
    dialog.current?.focus();
    onMarkAllRead();
  }

  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          ref: dialog,
          role: 'dialog',
          'aria-labelledby': id,
          sx: { width: WIDTH, maxHeight: MAX_HEIGHT, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          minHeight: 48,
          px: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={id} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t`Notifications`}
        </Typography>
        {unreadCount > 0 && (
          <Button size="small" onClick={markAllRead}>
            {t`Mark all read`}
          </Button>
        )}
      </Box>
      <Box sx={{ minHeight: 0, overflowY: 'auto' }}>
        <NotificationList {...list} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          px: 1,
          py: 0.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Button size="small" href={paths.notifications} onClick={onClose}>
          {t`See all notifications`}
        </Button>
        <Button size="small" onClick={onClose}>
          {t`Close`}
        </Button>
      </Box>
    </Popover>
  );
}
