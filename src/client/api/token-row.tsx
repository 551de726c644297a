import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import type { Token } from '#shared/tokens/calls.ts';

export interface TokenRowProps {
  readonly token: Token;
  readonly onRevoke: () => void;
}

/** Shows one token with its scopes, expiry and last use. */
export function TokenRow({ token, onRevoke }: TokenRowProps) {
  const { name, hint, scopes, appIds, expiresAt, expired, lastUsedAt } = token;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name} <Box component="code" sx={{ fontWeight: 400, color: 'text.secondary' }}>{`${hint}…`}</Box>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {lastUsedAt === null ? t`Never used` : <>{rich`Last used ${<Time iso={lastUsedAt} />}`}</>} ·{' '}
          {expiresAt === null ? (
            t`doesn’t expire`
          ) : (
            <>
              {expired
                ? rich`expired ${<Time iso={expiresAt} />}`
                : rich`expires ${<Time iso={expiresAt} />}`}
            </>
          )}{' '}
          · {appsText(appIds)}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {scopes.map((scope) => (
          <Chip key={scope} size="small" label={scope} />
        ))}
        {expired && <Chip size="small" color="warning" label={t`Expired`} />}
      </Box>
      <Button color="error" size="small" aria-label={t`Revoke ${name}`} onClick={onRevoke}>
        {t`Revoke`}
      </Button>
    </Box>
  );
}

function appsText(appIds: Token['appIds']): string {
  if (appIds === null) return t`all your apps`;
  return plural(appIds.length, { one: '# app', other: '# apps' });
}
