import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { unconfirmedReason } from '#client/components/credentials/unconfirmed-reason.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { TRUSTED_PUBLISHER_LIMITS, type TrustedPublisher } from '#shared/trusted-publishers/calls.ts';
import { RemoveTrustedPublisherDialog } from './remove-dialog.tsx';
import { TrustedPublisherDialog } from './trusted-publisher-dialog.tsx';
import { TrustedPublisherRow } from './trusted-publisher-row.tsx';

type Asking = 'add' | { readonly change: TrustedPublisher } | { readonly remove: TrustedPublisher } | null;

/** Shows the build jobs that may publish an app to its owners. */
export function TrustedPublishersSection({ appId }: { appId: string }) {
  const call = useCallQuery('trustedPublishers.list', { appId });
  const listed = call.data?.trustedPublishers;
  const user = useCallQuery('users.me', {}).data?.user;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const isFull = (listed?.length ?? 0) >= TRUSTED_PUBLISHER_LIMITS.perApp;
  const add = (
    <ReasonedButton
      variant="outlined"
      startIcon={<AddIcon />}
      reason={
        isFull
          ? t`An app can have up to ${TRUSTED_PUBLISHER_LIMITS.perApp}. Remove one you don’t need.`
          : unconfirmedReason(user?.emailVerified ?? true)
      }
      onClick={() => setAsking('add')}
    >
      {t`Add a trusted publisher`}
    </ReasonedButton>
  );
  return (
    <Section title={t`Trusted publishers`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        {t`Let jobs of GitHub Actions, GitLab CI or another build service publish this app without a stored token. They prove who they are, and get a token for ${TRUSTED_PUBLISHER_LIMITS.tokenMinutes} minutes.`}{' '}
        <Link href="guide/trusted-publishing.html" target="_blank" rel="noopener">
          {t`How to set it up`}
        </Link>
      </Typography>
      <CallStatus call={call} skeleton={<ListSkeleton rows={1} />} />
      {listed !== undefined && listed.length > 0 && (
        <Box component="ul" aria-label={t`Trusted publishers`} sx={{ m: 0, mb: 2, p: 0, listStyle: 'none' }}>
          {listed.map((trusted) => (
            <TrustedPublisherRow
              key={trusted.id}
              trusted={trusted}
              onChange={() => setAsking({ change: trusted })}
              onRemove={() => setAsking({ remove: trusted })}
            />
          ))}
        </Box>
      )}
      {listed?.length === 0 ? (
        <Empty
          picture="plug"
          title={t`No trusted publishers yet. No version is needed to add one.`}
          action={add}
        />
      ) : (
        add
      )}
      {asking === 'add' && <TrustedPublisherDialog appId={appId} trusted={null} onClose={close} />}
      {typeof asking === 'object' && asking !== null && 'change' in asking && (
        <TrustedPublisherDialog appId={appId} trusted={asking.change} onClose={close} />
      )}
      {typeof asking === 'object' && asking !== null && 'remove' in asking && (
        <RemoveTrustedPublisherDialog trusted={asking.remove} onClose={close} />
      )}
    </Section>
  );
}
