import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/Edit';
import PriorityHighIcon from '@mui/icons-material/PriorityHigh';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ElementType, ReactNode } from 'react';
import { formatBytes } from '#client/ui/bytes.ts';
import { toneSurface } from '#client/ui/tone.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { androidRelease } from '#shared/packages/android-release.ts';
import { CHANGE_GROUPS, nameOfChange, SIZE_LABELS } from '#shared/packages/change-labels.ts';
import type { PackageChange } from '#shared/packages/changes.ts';

/** Rows of one topic, sensitive ones first: an app that changes all its components has thousands. */
const MAX_ROWS = 100;

export interface ChangeListProps {
  readonly changes: readonly PackageChange[];
  /** The sizes of the whole files, in bytes; left out where the page shows the sizes elsewhere. */
  readonly sizes?: { readonly before: number; readonly after: number };
}

/** Lists the differences between two versions by topic, most important topic first. */
export function ChangeList({ changes, sizes }: ChangeListProps) {
  const groups = CHANGE_GROUPS.map(({ title, kinds }) => ({
    title,
    kinds,
    changes: changes
      .filter(({ kind }) => kind in kinds)
      .toSorted((one, other) => Number(other.sensitive) - Number(one.sensitive)),
  })).filter((group) => group.changes.length > 0);
  const parts = changes.filter(({ kind }) => kind === 'partSizes');
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {groups.map((group) => (
        <Group key={group.title} title={group.title}>
          {group.changes.slice(0, MAX_ROWS).map((change) => (
            <ChangeRow
              key={`${change.kind} ${change.name}`}
              change={change}
              label={group.kinds[change.kind] ?? change.kind}
            />
          ))}
          {group.changes.length > MAX_ROWS && (
            <Typography component="li" variant="body2" sx={{ px: 1.25 }}>
              {plural(group.changes.length - MAX_ROWS, { one: '# more', other: '# more' })}
            </Typography>
          )}
        </Group>
      ))}
      {groups.length === 0 && sizes === undefined && (
        <Typography variant="body2">{t`Nothing but its contents changed.`}</Typography>
      )}
      {sizes !== undefined && (
        <Group title={t`Size`}>
          <SizeRow name={t`Whole file`} {...sizes} />
          {parts.map(({ name, before, after }) => (
            <SizeRow
              key={name}
              name={SIZE_LABELS[name] ?? name}
              before={Number(before ?? 0)}
              after={Number(after ?? 0)}
            />
          ))}
        </Group>
      )}
    </Box>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        aria-label={title}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}
      >
        {children}
      </Box>
    </div>
  );
}

type ChangeSide = 'new' | 'removed' | 'changed';

const SIDE_STYLES: Record<ChangeSide, { label: string; icon: ElementType }> = {
  new: { label: t`New`, icon: AddIcon },
  removed: { label: t`Removed`, icon: RemoveIcon },
  changed: { label: t`Changed`, icon: EditIcon },
};

function sideOf({ before, after }: PackageChange): ChangeSide {
  if (before === null) return 'new';
  return after === null ? 'removed' : 'changed';
}

function ChangeRow({ change, label }: { change: PackageChange; label: string }) {
  const { kind, name, sensitive } = change;
  const { label: side, icon: Sign } = SIDE_STYLES[sideOf(change)];
  const values = valuesText(change);
  return (
    <Box
      component="li"
      sx={[
        { px: 1.25, py: 0.75, borderRadius: 1, display: 'flex', alignItems: 'flex-start', gap: 1 },
        ...[toneSurface(sensitive ? 'warning' : 'neutral')].flat(),
      ]}
    >
      <Sign aria-hidden fontSize="small" sx={{ mt: 0.125 }} />
      <Typography component="span" variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {side}: {label}
        {name !== '' && (
          <>
            {' '}
            <Box component="span" sx={{ fontFamily: isInWords(kind) ? 'inherit' : 'monospace' }}>
              {nameOfChange(change)}
            </Box>
          </>
        )}
        {values !== null && `, ${values}`}
      </Typography>
      {sensitive && (
        <Chip
          size="small"
          variant="outlined"
          icon={<PriorityHighIcon aria-hidden />}
          label={t`Sensitive`}
          sx={{ color: 'inherit', borderColor: 'currentColor', '& .MuiChip-icon': { color: 'inherit' } }}
        />
      )}
    </Box>
  );
}

/** Returns true for names that people read, not programs. */
function isInWords(kind: string): boolean {
  return kind.startsWith('label') || kind === 'capabilities';
}

/** Returns the values before and after; null when the item itself is all there is to show. */
function valuesText({ kind, before, after }: PackageChange): string | null {
  const show = (value: string) => valueText(kind, value);
  if (before !== null && after !== null) return `${show(before)} → ${show(after)}`;
  const only = before ?? after;
  return only === null || only === 'yes' ? null : show(only);
}

const HASHES = new Set(['iconSha256', 'iconFilesSha256', 'launcherIcons', 'signers', 'otherSigners']);
const SDKS = new Set(['minSdk', 'targetSdk', 'maxSdk']);

function valueText(kind: string, value: string): string {
  if (SDKS.has(kind)) return androidRelease(Number(value));
  if (HASHES.has(kind)) return value.replaceAll(/([0-9a-f]{12})[0-9a-f]+/g, '$1…');
  return value === '' ? t`nothing` : value;
}

function SizeRow({ name, before, after }: { name: string; before: number; after: number }) {
  const difference = after - before;
  const sign = difference > 0 ? '+' : '−';
  return (
    <Box component="li" sx={{ px: 1.25, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      <Typography component="span" variant="body2" sx={{ flex: '1 1 120px' }}>
        {name}
      </Typography>
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
        {difference === 0
          ? t`${formatBytes(after)}, unchanged`
          : `${formatBytes(before)} → ${formatBytes(after)} (${sign}${formatBytes(Math.abs(difference))})`}
      </Typography>
    </Box>
  );
}
