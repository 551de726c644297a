import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallErrorAlert, errorText } from '#client/components/feedback/call-error.tsx';
import { focusHandover } from '#client/components/feedback/focus-handover.ts';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { User } from '#shared/users/calls.ts';
import { PersonListItem } from './person-list-item.tsx';

const DeclineDialog = lazyChunk(
  'decline-dialog',
  async () => (await import('./decline-dialog.tsx')).DeclineDialog,
  'window',
);

/** Loads the requests to publish, oldest first. */
export function usePublishingRequests() {
  return useCallPages('users.list', { publishing: 'waiting' });
}

/** Lists the requests to publish, with buttons to decide; nothing without any. */
export function PublishingRequests({ list }: { list: ReturnType<typeof usePublishingRequests> }) {
  const people = list.data?.pages.flatMap((page) => page.users) ?? [];
  if (list.error !== null) {
    return (
      <Box sx={{ mb: 3 }}>
        <CallErrorAlert error={list.error} onRetry={list.refetch} />
      </Box>
    );
  }
  if (people.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="publishing-requests" sx={{ mb: 4 }}>
      <Typography id="publishing-requests" variant="h2" sx={{ mb: 1 }}>
        {t`Publishing requests`}
      </Typography>
      <Rows label={t`Publishing requests`}>
        {people.map((person) => (
          <RequestRow key={person.uid} person={person} />
        ))}
      </Rows>
      <LoadMore pages={list} />
    </Box>
  );
}

function RequestRow({ person }: { person: User }) {
  const [isRefusing, setRefusing] = useState(false);
  const decide = useCallMutation('users.decidePublishing');
  const name = person.displayName ?? person.email;
  const { since } = person.publishing;
  return (
    <PersonListItem
      name={name}
      photoURL={person.photoURL}
      about={
        <>
          {person.email} ({person.emailVerified ? 'confirmed' : t`not confirmed`})
          {person.developerName !== null && ` · ${person.developerName}`}
          {since !== null && <>{rich` · requested ${<Time iso={since} />}`}</>}
        </>
      }
    >
      <Box sx={{ display: 'flex', gap: 1 }}>
        <PendingButton
          ref={focusHandover}
          size="small"
          variant="contained"
          aria-label={t`Approve ${name}`}
          pending={decide.isPending}
          onClick={() => decide.mutate({ uid: person.uid, decision: 'approve' })}
        >
          {t`Approve`}
        </PendingButton>
        <PendingButton
          size="small"
          color="error"
          aria-label={t`Decline ${name}`}
          isInactive={decide.isPending}
          onClick={() => setRefusing(true)}
        >
          {t`Decline`}
        </PendingButton>
      </Box>
      {decide.error !== null && !isRefusing && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {errorText(decide.error)}
        </Alert>
      )}
      {isRefusing && (
        <Suspense fallback={null}>
          <DeclineDialog
            name={name}
            pending={decide.isPending}
            error={decide.error}
            onConfirm={(reason) =>
              decide.mutate(
                { uid: person.uid, decision: 'decline', reason },
                { onSuccess: () => setRefusing(false) },
              )
            }
            onClose={() => setRefusing(false)}
          />
        </Suspense>
      )}
    </PersonListItem>
  );
}
