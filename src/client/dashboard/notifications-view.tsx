import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useContext } from 'react';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { PagePart } from '#client/components/feedback/page-part.tsx';
import { rowKey } from '#client/components/notification/notification-groups.ts';
import { useNotificationChanges } from '#client/components/notification/use-notification-changes.ts';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { LocaleContext } from '#client/ui/locale.ts';
import { NewRows } from '#client/ui/new-rows.tsx';
import { Page } from '#client/ui/page.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { t } from '#shared/languages/translate.ts';
import type { Notification } from '#shared/notifications/calls.ts';
import { groupByDay } from './day-groups.ts';
import { NotificationEntry } from './notification-entry.tsx';

const LINKS = [
  { name: 'all', label: t`All`, href: paths.notifications },
  { name: 'unread', label: t`Unread`, href: `${paths.notifications}&show=unread` },
] as const;

/** Shows the user's notifications, all or only unread ones: unread decisions, then the others by day, with updates in groups. */
export function NotificationsView() {
  const unreadOnly = useSearchParams()[0].get('show') === 'unread';
  const current = unreadOnly ? 'unread' : 'all';
  const { markAllRead } = useNotificationChanges();
  const unread = useCallQuery('notifications.countUnread', {}).data?.count ?? 0;
  return (
    <Page
      title={t`Notifications`}
      breadcrumbs={[{ label: SCREENS.dashboard.title, href: paths.dashboard }]}
      status={
        <>
          {unread === 0 ? t`You’ve read everything.` : t`${unread} unread.`}{' '}
          <Link href={paths.settingsPart('notifications')}>{t`Notification settings`}</Link>
        </>
      }
      action={
        unread > 0 && (
          <Button variant="outlined" onClick={() => void markAllRead()}>
            {t`Mark all read`}
          </Button>
        )
      }
      parts={{ label: t`Filter notifications`, current, links: LINKS }}
    >
      <PagePart current={current} fallback={<ListSkeleton />}>
        <NotificationList key={current} unreadOnly={unreadOnly} />
      </PagePart>
    </Page>
  );
}

function NotificationList({ unreadOnly }: { unreadOnly: boolean }) {
  const list = useCallPages('notifications.list', { grouped: true, ...(unreadOnly && { unreadOnly }) });
  if (list.isLoading) return <ListSkeleton />;
  const notifications = list.data?.pages.flatMap((page) => page.notifications) ?? [];
  if (notifications.length === 0) {
    return unreadOnly ? (
      <Empty
        picture="done"
        title={t`No unread notifications.`}
        action={<Button href={paths.notifications}>{t`Show all notifications`}</Button>}
      />
    ) : (
      <Empty
        picture="bell"
        title={t`No notifications yet. Decisions about your apps, updates and announcements appear here.`}
      />
    );
  }
  return (
    <>
      <Days notifications={notifications} unreadOnly={unreadOnly} />
      <LoadMore pages={list} />
    </>
  );
}

interface DaysProps {
  readonly notifications: readonly Notification[];
  readonly unreadOnly: boolean;
}

function Days({ notifications, unreadOnly }: DaysProps) {
  const now = useMinute();
  const locale = useContext(LocaleContext);
  const first = notifications.filter(({ isFirst }) => isFirst);
  const others = notifications.filter(({ isFirst }) => !isFirst);
  const sections = [
    ...(first.length > 0 ? [{ day: t`Decisions about you and your apps`, items: first }] : []),
    ...groupByDay(others, now, locale),
  ];
  return (
    <Box tabIndex={-1} data-entries sx={{ outline: 'none' }}>
      <NewRows keys={notifications.map(rowKey)} />
      {sections.map(({ day, items }) => (
        <Box key={day} component="section" aria-label={day} sx={{ mb: 3 }}>
          <Typography variant="h2" sx={{ mb: 1, typography: 'subtitle2', color: 'text.secondary' }}>
            {day}
          </Typography>
          <Rows label={day}>
            {items.map((notification) => (
              <NotificationEntry
                key={rowKey(notification)}
                notification={notification}
                unreadOnly={unreadOnly}
              />
            ))}
          </Rows>
        </Box>
      ))}
    </Box>
  );
}
