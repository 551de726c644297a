import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';

import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import type { Token } from '#shared/tokens/calls.ts';
import { TokenEntry } from './token-entry.tsx';

export interface TokenRowProps {
  readonly token: Token;
  /** True when staff see the token of another user. */
  readonly isOfOther?: boolean;
  readonly onRevoke: () => void;
}

/** Shows one token with its scopes, expiry and last use. */
export function TokenRow({ token, isOfOther = false, onRevoke }: TokenRowProps) {
  const { name, hint, scopes, appIds, expiresAt, expired, lastUsedAt, lastUsedFrom } = token;
  return (
    <TokenEntry
      name={name}
      hint={hint}
      facts={
        <>
          {lastUsedAt === null ? (
            t`Never used`
          ) : (
            <>{rich`Last used ${<Time iso={lastUsedAt} />} from ${lastUsedFrom ?? t`an unknown address`}`}</>
          )}{' '}
          ·{' '}
          {expiresAt === null ? (
            t`doesn’t expire`
          ) : (
            <>
              {expired
                ? rich`expired ${<Time iso={expiresAt} />}`
                : rich`expires ${<Time iso={expiresAt} />}`}
            </>
          )}{' '}
          · {appsText(appIds, isOfOther)}
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

function appsText(appIds: Token['appIds'], isOfOther: boolean): string {
  if (appIds === null) return isOfOther ? t`all their apps` : t`all your apps`;
  return plural(appIds.length, { one: '# app', other: '# apps' });
}
