import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/Edit';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { permissionName } from '#client/components/package/permission-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { toneColor } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';
import { explainPermission } from '#shared/packages/sensitive-permissions.ts';
import type { Review } from '#shared/reviews/calls.ts';

interface Permission {
  readonly name: string;
  readonly explanation: string | null;
  /** The request of the live version and that of this one, such as "Yes" or "Up to API 28"; null without one. */
  readonly live: string | null;
  readonly now: string | null;
}

/** Shows the permissions of the live version and of this one side by side, with what the sensitive ones allow. */
export function PermissionMatrix({ review }: { review: Review }) {
  const permissions = listPermissions(review);
  if (review.version.package === null) return null;
  if (permissions.length === 0) {
    return <Section title={t`Permissions`}>{t`This version asks for no permissions.`}</Section>;
  }
  const hasLive = review.published !== null;
  return (
    <Section title={t`Permissions`}>
      <Table
        size="small"
        aria-label={t`Permissions`}
        sx={{
          tableLayout: 'fixed',
          '& th, & td': { px: { xs: 0.5, sm: 1 }, verticalAlign: 'top' },
          '& tbody tr:last-of-type > *': { borderBottom: 0 },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{t`Permission`}</TableCell>
            {hasLive && <TableCell sx={{ width: { xs: 64, sm: 104 } }}>{t`Live`}</TableCell>}
            <TableCell sx={{ width: { xs: 96, sm: 136 } }}>{t`This version`}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {permissions.map((permission) => (
            <TableRow key={permission.name}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                <Box component="span" title={permission.name} sx={{ fontFamily: 'monospace' }}>
                  {permissionName(permission.name)}
                </Box>
                {permission.explanation !== null && (
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {t`Sensitive. ${permission.explanation}`}
                  </Typography>
                )}
              </TableCell>
              {hasLive && <TableCell>{permission.live ?? t`No`}</TableCell>}
              <TableCell>
                <Access permission={permission} hasLive={hasLive} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function Access({ permission, hasLive }: { permission: Permission; hasLive: boolean }) {
  const { live, now, explanation } = permission;
  const text = now ?? t`No`;
  if (!hasLive || live === now) return text;
  const Sign = live === null ? AddIcon : now === null ? RemoveIcon : EditIcon;
  const isRisk = now !== null && explanation !== null;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600 }}>
      <Sign aria-hidden sx={[{ fontSize: 16 }, ...[toneColor(isRisk ? 'warning' : 'neutral')].flat()]} />
      {live === null ? t`${text}, new` : now === null ? t`No, removed` : text}
    </Box>
  );
}

/** Lists the permissions of both versions: sensitive ones first, and of these the changed ones. */
function listPermissions({ version, published, changes }: Review): Permission[] {
  const changed = new Map(
    (changes ?? [])
      .filter(({ kind }) => kind === 'permissions' || kind === 'usageTexts')
      .map((change) => [change.name, change]),
  );
  const asked = askedPermissions(version.package);
  const names = new Set([...asked.keys(), ...changed.keys()]);
  const weight = ({ explanation, live, now }: Permission) =>
    (explanation === null ? 2 : 0) + (live === now ? 1 : 0);
  return [...names]
    .map((name): Permission => {
      const change = changed.get(name);
      const now = asked.get(name) ?? null;
      const before = change === undefined ? now : describe(change.before);
      return { name, explanation: explainPermission(name), live: published === null ? null : before, now };
    })
    .sort((one, other) => weight(one) - weight(other) || one.name.localeCompare(other.name));
}

/** Returns how a package asks for each of its permissions. */
function askedPermissions(facts: Review['version']['package']): Map<string, string> {
  if (facts === null) return new Map();
  if (facts.platform === 'ios') return new Map(Object.entries(facts.usageTexts));
  return new Map(
    facts.permissions.map(({ name, maxSdkVersion }) => [
      name,
      maxSdkVersion === undefined ? t`Yes` : t`Up to API ${maxSdkVersion}`,
    ]),
  );
}

/** Words a value of a change, as `compareVersions` has it, like the permissions of the package. */
function describe(value: string | null): string | null {
  if (value === null) return null;
  const limit = /^maxSdkVersion (\d+)$/.exec(value)?.[1];
  if (limit !== undefined) return t`Up to API ${limit}`;
  return value === 'yes' ? t`Yes` : value;
}
