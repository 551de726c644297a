import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { TrustedPublisher } from '#shared/trusted-publishers/calls.ts';
import { sourceName, type TrustedSource } from '#shared/trusted-publishers/source.ts';
import { issuerName } from './issuer-name.ts';

interface TrustedPublisherRowProps {
  readonly trusted: TrustedPublisher;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

/** Shows one trusted publisher with what it accepts, its scopes and last use, and buttons to change and remove it. */
export function TrustedPublisherRow({ trusted, onChange, onRemove }: TrustedPublisherRowProps) {
  const { source, issuer, scopes, savedBy, lastUsedAt } = trusted;
  const name = sourceName(source);
  const issuers = useCallQuery('settings.get', {}).data?.settings.trustedIssuers;
  const isTrusted = issuers?.some(({ url }) => url === issuer) ?? true;
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[issuerName({ url: issuer, kind: source.kind }), ...partsOf(source)].join(' · ')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {lastUsedAt === null
              ? rich`Never used · acts for ${savedBy.name}`
              : rich`Last used ${<Time iso={lastUsedAt} />} · acts for ${savedBy.name}`}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {scopes.map((scope) => (
            <Chip key={scope} size="small" label={scope} />
          ))}
          {!isTrusted && <Chip size="small" color="warning" label={t`Issuer not trusted`} />}
        </Box>
        <Box>
          <Button size="small" aria-label={t`Edit the trusted publisher ${name}`} onClick={onChange}>
            {t`Edit`}
          </Button>
          <Button
            size="small"
            color="error"
            aria-label={t`Remove the trusted publisher ${name}`}
            onClick={onRemove}
          >
            {t`Remove`}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

/** Returns what a job needs besides its repository. */
function partsOf(source: TrustedSource): string[] {
  if (source.kind === 'other') return [];
  const { workflow, environment, repositoryId } = source;
  return [
    workflow,
    environment === null ? t`any environment` : t`environment ${environment}`,
    repositoryId === null ? t`ID known after the first use` : t`ID ${repositoryId}`,
  ];
}
