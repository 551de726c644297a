import Box from '@mui/material/Box';
import { AUDIT_LIST, AuditLine } from '#client/components/audit/audit-line.tsx';
import type { Review } from '#shared/reviews/calls.ts';

interface ReviewHistoryProps {
  readonly entries: Review['history'];
  readonly versionId: Review['version']['id'];
}

/** Lists what happened to the app of a version under review, newest first. */
export function ReviewHistory({ entries, versionId }: ReviewHistoryProps) {
  return (
    <Box component="ul" sx={AUDIT_LIST}>
      {entries.map((entry) => (
        // The decision about this version is shown above.
        <AuditLine key={entry.id} entry={entry} withReason={entry.versionId !== versionId} />
      ))}
    </Box>
  );
}
