import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { paths } from '#client/paths.ts';
import { NotificationList, type NotificationListProps } from './notification-list.tsx';

/** Specification section 9, in pixels. */
const WIDTH = 400;
const MAX_HEIGHT = 500;

export interface NotificationDropdownProps extends NotificationListProps {
  /** The bell, while the dropdown is open. */
  readonly anchor: HTMLElement | null;
  readonly unreadCount: number;
  readonly onMarkAllRead: () => void;
  readonly onClose: () => void;
}

/** The dropdown of specification section 2: header, Mark all read, list, Close; and the way to the page of all. */
export function NotificationDropdown(props: NotificationDropdownProps) {
  const { anchor, unreadCount, onMarkAllRead, onClose, ...list } = props;
  const id = useId();
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
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
          Notifications
        </Typography>
        {unreadCount > 0 && (
          <Button size="small" onClick={onMarkAllRead}>
            Mark all read
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
          See all notifications
        </Button>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </Box>
    </Popover>
  );
}
