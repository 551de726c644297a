import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { paths } from '#client/paths.ts';
import { Time } from '#client/ui/time.tsx';
import type { AuditEntry } from '#shared/audit/calls.ts';
import { auditSentence, type SentencePart } from '#shared/audit/sentence.ts';

/** Returns the address of a part of a sentence; null for plain text. */
function addressOf({ kind }: SentencePart, entry: AuditEntry): string | null {
  if (kind === 'actor') return entry.actorUid && paths.adminPerson(entry.actorUid);
  if (kind === 'subject') return entry.subjectUid && paths.adminPerson(entry.subjectUid);
  if (kind === 'app') return entry.appId && paths.adminApp(entry.appId);
  if (kind === 'version') return entry.versionTitle && entry.versionId && paths.review(entry.versionId);
  return null;
}

interface AuditLineProps {
  readonly entry: AuditEntry;
  readonly withReason?: boolean;
}

/** Shows one entry of the audit log: a sentence with links, its time and reason. */
export const AuditLine = memo(function AuditLine({ entry, withReason = true }: AuditLineProps) {
  const { reason } = entry.details;
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.25, py: 1 }}>
      <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {auditSentence(entry).map((part) => {
          const href = addressOf(part, entry);
          return href === null ? (
            part.text
          ) : (
            <Link key={part.kind} href={href} color="inherit">
              {part.text}
            </Link>
          );
        })}
      </Typography>
      {withReason && typeof reason === 'string' && (
        <Typography
          component="span"
          variant="body2"
          sx={{
            pl: 1.5,
            borderLeft: 2,
            borderColor: 'divider',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {reason}
        </Typography>
      )}
      <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
        <Time iso={entry.at} />
      </Typography>
    </Box>
  );
});

/** Lists entries of the audit log, newest first. */
export const AUDIT_LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
} as const;
