import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { TokenEntry } from '#client/components/credentials/token-entry.tsx';
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
    <TokenEntry
      name={name}
      hint={hint}
      facts={
        <>
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
        </>
      }
      onRevoke={onRevoke}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {scopes.map((scope) => (
          <Chip key={scope} size="small" label={scope} />
        ))}
        {expired && <Chip size="small" color="warning" label={t`Expired`} />}
      </Box>
    </TokenEntry>
  );
}

function appsText(appIds: Token['appIds']): string {
  if (appIds === null) return t`all your apps`;
  return plural(appIds.length, { one: '# app', other: '# apps' });
}
