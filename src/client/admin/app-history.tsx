import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { AUDIT_LIST, AuditLine } from './audit-line.tsx';

/** What happened to an app, the newest first. */
export function AppHistory({ appId }: { appId: string }) {
  const list = useCallPages('audit.list', { appId, limit: 15 });
  return (
    <Section title="History">
      {list.error !== null && <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && list.error === null && <ListSkeleton rows={3} />}
      <Box component="ul" aria-label="History" sx={AUDIT_LIST}>
        {list.data?.pages
          .flatMap((page) => page.entries)
          .map((entry) => (
            <AuditLine key={entry.id} entry={entry} />
          ))}
      </Box>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      <Link href={paths.auditOf({ app: appId })} variant="body2">
        Filter it in the audit log
      </Link>
    </Section>
  );
}
