import Link from '@mui/material/Link';
import { paths } from '#client/paths.ts';
import type { TableColumn } from '#client/ui/data-row.tsx';
import { TextCell } from '#client/ui/table-cells.tsx';
import { ExactTime } from '#client/ui/time.tsx';
import type { AuditEntry } from '#shared/audit/calls.ts';
import { actorText, auditPredicate } from '#shared/audit/sentence.ts';
import { isolate } from '#shared/languages/direction.ts';
import { t } from '#shared/languages/translate.ts';

/** Returns the name and address of what an entry is about: a user, a version, or an app; null for the store. */
function subjectOf(entry: AuditEntry): { name: string; href: string } | null {
  const { subjectUid, subjectName, versionId, versionTitle, appId, appName } = entry;
  if (subjectUid !== null && subjectName !== null) {
    return { name: subjectName, href: paths.adminPerson(subjectUid) };
  }
  if (appId === null || appName === null) return null;
  if (versionId !== null && versionTitle !== null) {
    return { name: `${isolate(appName)} ${versionTitle}`, href: paths.review(versionId) };
  }
  return { name: appName, href: paths.adminApp(appId) };
}

/** The columns of the audit log. */
export const AUDIT_COLUMNS: readonly TableColumn<AuditEntry>[] = [
  { label: t`Time`, width: 226, cell: ({ at }) => <ExactTime iso={at} /> },
  { label: t`Actor`, width: 170, cell: (entry) => <Actor entry={entry} /> },
  {
    label: t`Event`,
    inCard: 'title',
    cell: (entry) => <TextCell text={auditPredicate(entry)} isCapitalized />,
  },
  { label: t`Subject`, width: 220, hiddenBelow: 800, cell: subjectCell },
];

function Actor({ entry }: { entry: AuditEntry }) {
  const name = actorText(entry);
  return (
    <TextCell text={name}>
      {entry.actorUid === null ? (
        name
      ) : (
        <Link href={paths.adminPerson(entry.actorUid)} color="inherit" underline="hover">
          {name}
        </Link>
      )}
    </TextCell>
  );
}

function subjectCell(entry: AuditEntry) {
  const subject = subjectOf(entry);
  if (subject === null) return null;
  return (
    <TextCell text={subject.name}>
      <Link href={subject.href} color="inherit" underline="hover">
        {subject.name}
      </Link>
    </TextCell>
  );
}
