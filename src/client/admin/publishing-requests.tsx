import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Time } from '#client/ui/time.tsx';
import { personReasonSchema, type User } from '#shared/users/calls.ts';
import { PEOPLE_CHANGED } from './people-changed.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Who waits to publish, longest first, and the admin's decision; nothing while nobody waits. */
export function PublishingRequests() {
  const list = useCallPages('users.list', { publishing: 'waiting' });
  const people = list.data?.pages.flatMap((page) => page.users) ?? [];
  if (list.error !== null) return <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (people.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="publishing-requests" sx={{ mb: 4 }}>
      <Typography id="publishing-requests" variant="h2" sx={{ mb: 1 }}>
        Waiting to publish
      </Typography>
      <Rows label="Waiting to publish">
        {people.map((person) => (
          <RequestRow key={person.uid} person={person} />
        ))}
      </Rows>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Box>
  );
}

function RequestRow({ person }: { person: User }) {
  const [isRefusing, setRefusing] = useState(false);
  const decide = useCallMutation('users.decidePublishing', { invalidates: PEOPLE_CHANGED });
  const name = person.displayName ?? person.email;
  const { since } = person.publishing;
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        py: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
      }}
    >
      <Avatar {...(person.photoURL !== null && { src: person.photoURL })} alt="">
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {person.email} ({person.emailVerified ? 'confirmed' : 'not confirmed'})
          {person.developerName !== null && ` · ${person.developerName}`}
          {since !== null && (
            <>
              {' '}
              · asked <Time iso={since} />
            </>
          )}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          size="small"
          variant="contained"
          aria-label={`Approve ${name}`}
          loading={decide.isPending}
          onClick={() => decide.mutate({ uid: person.uid, decision: 'approve' })}
        >
          Approve
        </Button>
        <Button
          size="small"
          color="error"
          aria-label={`Refuse ${name}`}
          disabled={decide.isPending}
          onClick={() => setRefusing(true)}
        >
          Refuse
        </Button>
      </Box>
      {decide.error !== null && !isRefusing && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {decide.error.message}
        </Alert>
      )}
      {isRefusing && (
        <ReasonDialog
          title={`Refuse ${name}?`}
          confirmLabel="Refuse"
          danger
          help="The person reads it."
          schema={personReasonSchema}
          pending={decide.isPending}
          error={decide.error}
          onConfirm={(reason) =>
            decide.mutate(
              { uid: person.uid, decision: 'refuse', reason },
              { onSuccess: () => setRefusing(false) },
            )
          }
          onClose={() => setRefusing(false)}
        >
          <Typography>They stay a user, read your reason, and can ask again.</Typography>
        </ReasonDialog>
      )}
    </Box>
  );
}
