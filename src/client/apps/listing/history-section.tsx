import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { fieldTitle } from '#client/components/listing/listing-differences.tsx';
import { ListingValueDiff } from '#client/components/listing/listing-value.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import type { PublishedChange } from '#shared/listings/calls.ts';

/** Changes per page; each shows both sides. */
const PAGE_SIZE = 10;

/** Shows on request what went live of a listing, newest first: who changed it, when, and both sides. */
export function HistorySection({ app }: { readonly app: App }) {
  const [isShown, setShown] = useState(false);
  if (app.status === 'draft') return null;
  return (
    <Section title={t`History`} id="history">
      <Typography variant="body2" sx={{ mb: 2, maxWidth: 640, color: 'text.secondary' }}>
        {t`Every change that went live, with both sides. You and store staff see the same list.`}
      </Typography>
      {isShown ? (
        <History appId={app.id} />
      ) : (
        <Button variant="outlined" onClick={() => setShown(true)}>
          {t`Show history`}
        </Button>
      )}
    </Section>
  );
}

function History({ appId }: { readonly appId: string }) {
  const list = useCallPages('apps.listingHistory', { appId, limit: PAGE_SIZE });
  const changes = list.data?.pages.flatMap((page) => page.changes);
  return (
    <>
      <CallStatus call={list} skeleton={<ListSkeleton />} />
      {changes?.length === 0 && (
        <Alert severity="info">{t`Nothing has changed since the first version went live.`}</Alert>
      )}
      {changes !== undefined && changes.length > 0 && (
        <Box
          component="ul"
          aria-label={t`History`}
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            '& > li + li': { borderTop: 1, borderColor: 'divider', mt: 2, pt: 2 },
          }}
        >
          {changes.map((change) => (
            <HistoryEntry key={change.id} change={change} />
          ))}
        </Box>
      )}
      <LoadMore pages={list} />
    </>
  );
}

function HistoryEntry({ change }: { readonly change: PublishedChange }) {
  const { storage } = useBackend();
  const { at, byName, isApproved, reverted } = change;
  const time = <Time iso={at} />;
  const name = byName ?? t`A deleted account`;
  return (
    <Box component="li" tabIndex={-1} aria-label={fieldTitle(change)}>
      <Typography variant="subtitle2" component="h3">
        {fieldTitle(change)}
      </Typography>
      <Typography variant="caption" component="p" sx={{ mb: 0.5, color: 'text.secondary' }}>
        {isApproved ? rich`${name}, live ${time} after approval` : rich`${name}, live ${time}`}
      </Typography>
      <ListingValueDiff
        {...change}
        labels={{ before: t`Before`, after: t`Changed to` }}
        urlOf={storage.urlOf}
      />
      {reverted !== null && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {reverted.reason === null
            ? rich`Reverted by staff, ${<Time iso={reverted.at} />}`
            : rich`Reverted by staff, ${<Time iso={reverted.at} />}: ${reverted.reason}`}
        </Typography>
      )}
    </Box>
  );
}
