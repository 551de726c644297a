import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { RevokeDialog } from '#client/components/credentials/revoke-dialog.tsx';
import { TokenEntry } from '#client/components/credentials/token-entry.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import { MAX_READER_TOKENS, type ReaderToken } from '#shared/settings/reader-calls.ts';
import { NewReaderTokenDialog } from './new-reader-token-dialog.tsx';

/** Lists the tokens by which people and programs read a private store, with buttons to create and revoke them. */
export function ReaderTokens({ isInForce }: { isInForce: boolean }) {
  const call = useCallQuery('readers.list', {});
  const [asking, setAsking] = useState<'create' | ReaderToken | null>(null);
  const close = () => setAsking(null);
  const tokens = call.data?.tokens ?? [];
  return (
    <Section title={t`Reader tokens`}>
      <Typography variant="body2" sx={{ mb: 2, maxWidth: 720 }}>
        {t`Give each reader a token of their own, so that you can revoke it alone. Browsers and store clients ask for a user name and a password: any name, with the token as the password. Programs send it as a bearer token.`}
      </Typography>
      {!isInForce && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t`The store asks for tokens once you save the setting. Create some before, so that nobody is locked out.`}
        </Alert>
      )}
      <CallStatus call={call} skeleton={<ListSkeleton rows={2} />} />
      {tokens.length > 0 && (
        <Box component="ul" aria-label={t`Reader tokens`} sx={{ m: 0, mb: 2, p: 0, listStyle: 'none' }}>
          {tokens.map((token) => (
            <TokenEntry
              key={token.id}
              name={token.name}
              hint={token.hint}
              facts={usageOf(token)}
              onRevoke={() => setAsking(token)}
            />
          ))}
        </Box>
      )}
      <ReasonedButton
        variant="outlined"
        startIcon={<AddIcon />}
        reason={
          tokens.length < MAX_READER_TOKENS
            ? null
            : t`The store has ${MAX_READER_TOKENS} reader tokens, the maximum. Revoke one that nobody uses.`
        }
        onClick={() => setAsking('create')}
      >
        {t`Create a reader token`}
      </ReasonedButton>
      {asking === 'create' && <NewReaderTokenDialog onClose={close} />}
      {typeof asking === 'object' && asking !== null && (
        <RevokeDialog
          token={asking}
          call="readers.revoke"
          consequence={t`Its reader can’t read the store any more, and gets no updates.`}
          onClose={close}
        />
      )}
    </Section>
  );
}

/** Returns when a token was created and last used. */
function usageOf({ createdAt, lastUsedAt }: ReaderToken): ReactNode {
  return (
    <>
      {rich`Created ${<Time iso={createdAt} />}`} ·{' '}
      {lastUsedAt === null ? t`Never used` : rich`Last used ${<Time iso={lastUsedAt} />}`}
    </>
  );
}
