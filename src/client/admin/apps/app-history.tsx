import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { AUDIT_LIST, AuditLine } from '#client/components/audit/audit-line.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { paths } from '#client/paths.ts';
import { LoadMore } from '#client/ui/load-more.tsx';
import { NewRows } from '#client/ui/new-rows.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';

/** Lists the events of an app, newest first. */
export function AppHistory({ appId }: { appId: string }) {
  const list = useCallPages('audit.list', { appId, limit: 15 });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Section title={t`History`}>
      <CallStatus call={list} skeleton={<ListSkeleton rows={3} />} />
      <NewRows keys={entries.map(({ id }) => id)} />
      <Box component="ul" aria-label={t`History`} sx={AUDIT_LIST}>
        {entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry} />
        ))}
      </Box>
      <LoadMore pages={list} />
      <Link href={paths.auditOf({ app: appId })} variant="body2">
        {t`View in the audit log`}
      </Link>
    </Section>
  );
}
