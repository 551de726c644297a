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
import type { Review } from '#shared/reviews/calls.ts';
import { type ComparedPermission, comparePermissions } from './compare-permissions.ts';

/** Shows the permissions of the live version and of this one side by side, with what the sensitive ones allow. */
export function PermissionMatrix({ review }: { review: Review }) {
  const permissions = comparePermissions(review);
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
            {hasLive && (
              <TableCell sx={{ width: { xs: 64, sm: 104 } }}>
                {review.version.publishedAt === null ? t`Live` : t`Before`}
              </TableCell>
            )}
            <TableCell sx={{ width: { xs: 96, sm: 136 } }}>{t`This version`}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {permissions.map((permission) => (
            <TableRow key={`${permission.kind} ${permission.name}`}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                <Box component="span" title={permission.name} sx={{ fontFamily: 'monospace' }}>
                  {permissionName(permission.name)}
                </Box>
                {permission.kind === 'extensionUsageTexts' && (
                  <Typography variant="body2">{t`By an extension`}</Typography>
                )}
                {permission.explanation !== null && (
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {permission.sensitive ? t`Sensitive. ${permission.explanation}` : permission.explanation}
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

function Access({ permission, hasLive }: { permission: ComparedPermission; hasLive: boolean }) {
  const { live, now, sensitive } = permission;
  const text = now ?? t`No`;
  if (!hasLive || live === now) return text;
  const Sign = live === null ? AddIcon : now === null ? RemoveIcon : EditIcon;
  const isRisk = now !== null && sensitive;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600 }}>
      <Sign aria-hidden sx={[{ fontSize: 16 }, ...[toneColor(isRisk ? 'warning' : 'neutral')].flat()]} />
      {live === null ? t`${text}, new` : now === null ? t`No, removed` : text}
    </Box>
  );
}
