import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { formatBytes } from '#client/ui/bytes.ts';
import { type ChartColor, chartColors, colorOf } from '#client/ui/chart-colors.ts';
import { Swatch } from '#client/ui/swatch.tsx';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { SIZE_LABELS } from '#shared/packages/change-labels.ts';
import type { PackageChange } from '#shared/packages/changes.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';

/** The parts that an inspection measures, in the order of the bar. */
const PARTS: readonly { readonly name: string; readonly color: ChartColor }[] = [
  { name: 'code', color: 'blue' },
  { name: 'native libraries', color: 'orange' },
  { name: 'frameworks', color: 'orange' },
  { name: 'extensions', color: 'purple' },
  { name: 'resources', color: 'teal' },
  { name: 'assets', color: 'yellow' },
  { name: 'other files', color: 'gray' },
];

interface SizeBreakdownProps {
  readonly facts: Pick<PackageFacts, 'partSizes' | 'size'>;
  /** The changes since the version that it is compared with; null without one. */
  readonly compared: {
    readonly title: string;
    readonly size: number;
    readonly changes: readonly PackageChange[];
  } | null;
}

/** Shows what a package's size consists of, and how it changed; nothing for packages that weren't measured. */
export function SizeBreakdown({ facts: { partSizes, size }, compared }: SizeBreakdownProps) {
  if (partSizes === undefined) return null;
  const changes = new Map(
    compared?.changes.filter(({ kind }) => kind === 'partSizes').map((change) => [change.name, change]),
  );
  const parts = PARTS.map((part) => ({
    ...part,
    label: SIZE_LABELS[part.name] ?? part.name,
    bytes: partSizes[part.name] ?? 0,
    difference: differenceOf(changes.get(part.name)),
  })).filter(({ bytes, difference }) => bytes > 0 || difference !== 0);
  const measured = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = parts.reduce((best, part) => (part.bytes > best.bytes ? part : best), {
    label: '',
    bytes: 0,
  });
  const rest = size - measured;
  return (
    <Box component="figure" aria-label={t`Size by content`} sx={[{ m: 0 }, ...[chartColors].flat()]}>
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {t`Largest part: ${largest.label}, ${formatBytes(largest.bytes)}. Sizes are compressed.`}
      </Typography>
      <svg width="100%" height="20" aria-hidden="true" style={{ display: 'block', borderRadius: 4 }}>
        {parts.map(({ name, color, bytes }, index) => {
          const before = parts.slice(0, index).reduce((sum, part) => sum + part.bytes, 0);
          return (
            <rect
              key={name}
              x={`${(before / measured) * 100}%`}
              width={`${(bytes / measured) * 100}%`}
              height="20"
              fill={colorOf(color)}
              stroke="var(--mui-palette-background-paper)"
            />
          );
        })}
      </svg>
      <Table size="small" aria-label={t`Size by content`} sx={{ mt: 1.5, '& td, & th': { px: 1 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t`Content`}</TableCell>
            <TableCell align="right">{t`Size`}</TableCell>
            <TableCell align="right">{t`Share`}</TableCell>
            {compared !== null && <TableCell align="right">{t`Since ${compared.title}`}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {parts.map(({ name, label, color, bytes, difference }) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                <Swatch color={color} />
                {label}
              </TableCell>
              <TableCell align="right">{formatBytes(bytes)}</TableCell>
              <TableCell align="right">{shareText(bytes, measured)}</TableCell>
              {compared !== null && <TableCell align="right">{differenceText(difference)}</TableCell>}
            </TableRow>
          ))}
          {rest > 0 && (
            <TableRow>
              <TableCell component="th" scope="row">
                {t`Container and signature`}
              </TableCell>
              <TableCell align="right">{formatBytes(rest)}</TableCell>
              <TableCell />
              {compared !== null && <TableCell />}
            </TableRow>
          )}
          <TableRow sx={{ '& td, & th': { fontWeight: 600, borderBottom: 0 } }}>
            <TableCell component="th" scope="row">
              {t`Whole file`}
            </TableCell>
            <TableCell align="right">{formatBytes(size)}</TableCell>
            <TableCell />
            {compared !== null && <TableCell align="right">{differenceText(size - compared.size)}</TableCell>}
          </TableRow>
        </TableBody>
      </Table>
    </Box>
  );
}

function differenceOf(change: PackageChange | undefined): number {
  return change === undefined ? 0 : Number(change.after ?? 0) - Number(change.before ?? 0);
}

function differenceText(bytes: number): string {
  if (bytes === 0) return t`Unchanged`;
  return `${bytes > 0 ? '+' : '−'}${formatBytes(Math.abs(bytes))}`;
}

function shareText(bytes: number, measured: number): string {
  const share = bytes / measured;
  const isTiny = share > 0 && share < 0.01;
  return `${isTiny ? '<' : ''}${formatNumber(isTiny ? 0.01 : share, { style: 'percent' })}`;
}
