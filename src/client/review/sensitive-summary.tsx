import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { permissionName } from '#client/components/package/permission-list.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import { sensitiveChanges } from '#shared/packages/capabilities.ts';
import { capability } from '#shared/packages/capability-records.ts';
import { labelOfChange, nameOfChange } from '#shared/packages/change-labels.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { comparePermissions } from './compare-permissions.ts';

/** The most lines that a dialog repeats; the page has all. */
const MAX_LINES = 8;

/** Repeats what is sensitive in a version before it is approved; nothing without any. */
export function SensitiveSummary({ review }: { review: Review }) {
  const lines = [...findWarnings(review), ...findControl(review), ...findAccess(review)];
  if (lines.length === 0) return null;
  const more = lines.length - MAX_LINES;
  return (
    <Alert severity="warning">
      {t`Sensitive in this version:`}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
        {lines.slice(0, MAX_LINES).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {more > 0 && <li>{plural(more, { one: '# more on the page', other: '# more on the page' })}</li>}
      </Box>
    </Alert>
  );
}

function findWarnings({ version }: Review): string[] {
  return version.findings
    .filter(({ severity }) => severity !== 'info')
    .map((one) => describeFinding(one).title);
}

/** Returns what gives the package control over the device. */
function findControl({ version: { package: facts } }: Review): string[] {
  if (facts?.platform !== 'android') return [];
  return [...new Set((facts.specialAccess ?? []).map(({ kind }) => capability(kind).sentence))];
}

/** Returns the sensitive changes, or in a first version the sensitive permissions. */
function findAccess(review: Review): string[] {
  if (review.published === null) {
    return comparePermissions(review)
      .filter(({ sensitive }) => sensitive)
      .map(({ name, explanation }) => `${permissionName(name)}: ${explanation}`);
  }
  return sensitiveChanges(review.changes ?? []).map(({ kind, name }) =>
    kind === 'capabilities'
      ? nameOfChange({ kind, name })
      : labelOfChange({ kind, name: permissionName(name) }),
  );
}
