import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import DoneIcon from '@mui/icons-material/Done';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemButton from '@mui/material/ListItemButton';
import { type MouseEvent, memo, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { GroupUpdates } from '#client/components/notification/group-updates.tsx';
import { NotificationBody } from '#client/components/notification/notification-body.tsx';
import { unreadOf, wordRow } from '#client/components/notification/notification-groups.ts';
import { notificationStyle } from '#client/components/notification/notification-styles.ts';
import { useNotificationChanges } from '#client/components/notification/use-notification-changes.ts';
import { useNotificationTarget } from '#client/components/notification/use-notification-target.ts';
import { useSessionUser } from '#client/store/store.ts';
import { toneTint } from '#client/ui/tone.ts';
import { tooltip } from '#client/ui/tooltip.ts';
import { t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';

export interface NotificationEntryProps {
  readonly notification: Notification;
  /** Leaves out the tint of unread notifications, for lists in which all are unread. */
  readonly isQuiet?: boolean;
  /** Shows only the unread updates of a group. */
  readonly unreadOnly?: boolean;
}

/**
 * Shows one notification with a link to its subject, or a group of updates that opens, and buttons to mark it read and
 * delete it.
 */
export const NotificationEntry = memo(function NotificationEntry({
  notification,
  isQuiet = false,
  unreadOnly = false,
}: NotificationEntryProps) {
  const { markRead, remove } = useNotificationChanges();
  const findTarget = useNotificationTarget(useSessionUser().role);
  const navigate = useNavigate();
  const { group } = notification;
  const [isOpen, setIsOpen] = useState(false);
  const updatesId = useId();
  const style = notificationStyle(notification.type);
  const { title } = wordRow(notification);
  const isUnread = unreadOf(notification) > 0;
  const body = <NotificationBody notification={notification} style={style} isOpen={group && isOpen} />;

  async function open() {
    if (!notification.read) void markRead(notification);
    try {
      const target = await findTarget(notification);
      if (target !== null) await navigate(target);
    } catch (error) {
      console.error('Notifications', error);
    }
  }

  return (
    <Box
      component="li"
      sx={[
        { display: 'flex', flexWrap: 'wrap' },
        ...[isUnread && !isQuiet ? toneTint(style.tone) : {}].flat(),
      ]}
    >
      {group === undefined && notification.data?.['appId'] === undefined ? (
        <Box sx={{ flex: 1, minWidth: 0, pl: 2, py: 1.5 }}>{body}</Box>
      ) : (
        <ListItemButton
          alignItems="flex-start"
          sx={{ flex: 1, minWidth: 0, pr: 0, py: 1.5 }}
          {...(group && { 'aria-expanded': isOpen, ...(isOpen && { 'aria-controls': updatesId }) })}
          onClick={() => (group === undefined ? void open() : setIsOpen(!isOpen))}
        >
          {body}
        </ListItemButton>
      )}
      <Box sx={{ display: 'flex', alignItems: 'flex-start', p: 0.75 }}>
        {isUnread && (
          <IconButton
            {...tooltip(t`Mark read`, { isDescription: false })}
            aria-label={t`Mark ${title} read`}
            onClick={(event) => {
              keepFocus(event);
              void markRead(notification);
            }}
          >
            <DoneIcon fontSize="small" />
          </IconButton>
        )}
        <IconButton
          {...tooltip(t`Delete`, { isDescription: false })}
          aria-label={t`Delete ${title}`}
          onClick={(event) => {
            keepFocus(event);
            void remove(notification);
          }}
        >
          <DeleteOutlineIcon fontSize="small" />
        </IconButton>
      </Box>
      {group !== undefined && isOpen && (
        <GroupUpdates
          id={updatesId}
          notification={notification}
          oldest={group.oldest}
          unreadOnly={unreadOnly}
        >
          {(update) => <NotificationEntry notification={update} isQuiet={isQuiet} />}
        </GroupUpdates>
      )}
    </Box>
  );
});

/** Moves the focus to the next entry, or to the list, because the button disappears. */
function keepFocus({ currentTarget }: MouseEvent<HTMLElement>): void {
  const entry = currentTarget.closest('li');
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>('[role="button"], button');
  (next ?? currentTarget.closest<HTMLElement>('[data-entries]'))?.focus();
}
