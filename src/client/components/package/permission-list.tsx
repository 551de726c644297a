import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '#shared/languages/translate.ts';

export interface PermissionListProps {
  readonly permissions: readonly { readonly name: string; readonly maxSdkVersion?: number | undefined }[];
}

const ANDROID_PREFIX = 'android.permission.';

/** Returns a permission's name without Android's own prefix. */
export function permissionName(name: string): string {
  return name.startsWith(ANDROID_PREFIX) ? name.slice(ANDROID_PREFIX.length) : name;
}

/** Lists a package's permissions alphabetically, without Android's own prefix. */
export function PermissionList({ permissions }: PermissionListProps) {
  if (permissions.length === 0) return <>{t`None`}</>;
  const names = [...permissions].sort((one, other) => one.name.localeCompare(other.name));
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {names.map(({ name, maxSdkVersion }) => (
        <li key={name}>
          <Typography component="span" variant="body2" title={name} sx={{ fontFamily: 'monospace' }}>
            {permissionName(name)}
          </Typography>
          {maxSdkVersion === undefined ? null : (
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {t` up to API ${maxSdkVersion}`}
            </Typography>
          )}
        </li>
      ))}
    </Box>
  );
}
