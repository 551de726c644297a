import Box from '@mui/material/Box';
import { AUDIT_LIST, AuditLine } from '#client/components/audit/audit-line.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { CopyId } from '#client/ui/copy.tsx';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import type { AuditEntry } from '#shared/audit/calls.ts';
import { t } from '#shared/languages/translate.ts';

/** Shows all of an entry: the sentence with its links and reason, the ids, and the details as they were recorded. */
export function AuditDetails({ row: entry }: { row: AuditEntry }) {
  const { id, at, event, actorUid, appId, versionId, subjectUid, details } = entry;
  const { reason: _, ...others } = details;
  const ids: readonly DescriptionItem[] = [
    { label: t`Time (UTC)`, value: at },
    { label: t`Event`, value: <code>{event}</code> },
    { label: t`Entry ID`, value: id },
    ...idItem(t`Actor ID`, actorUid),
    ...idItem(t`App ID`, appId),
    ...idItem(t`Version ID`, versionId),
    ...idItem(t`User ID`, subjectUid),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Box component="ul" sx={AUDIT_LIST}>
        <AuditLine entry={entry} />
      </Box>
      <DescriptionList items={ids} />
      {Object.keys(others).length > 0 && (
        <CodeBlock label={t`Details`} code={JSON.stringify(others, null, 2)} />
      )}
    </Box>
  );
}

function idItem(label: string, value: string | null): readonly DescriptionItem[] {
  return value === null ? [] : [{ label, value: <CopyId value={value} label={label} /> }];
}
