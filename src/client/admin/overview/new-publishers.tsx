import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';

/** Lists the newest publishers. */
export function NewPublishers({ people }: { people: CallResult<'admin.overview'>['newPublishers'] }) {
  return (
    <Box component="section" aria-labelledby="new-publishers" sx={{ mb: 4, minWidth: 0 }}>
      <Typography id="new-publishers" variant="h2" sx={{ mb: 1 }}>
        New publishers
      </Typography>
      {people.length === 0 && <Empty picture="people" title="No publishers yet. Requests appear here." />}
      {people.length > 0 && (
        <Rows label="New publishers">
          {people.map(({ uid, name, email, isVerified, createdAt, apps }) => (
            <LinkRow
              key={uid}
              href={paths.adminPerson(uid)}
              title={name ?? email}
              subtitle={
                <>
                  {apps === 1 ? '1 app' : `${apps} apps`}, {isVerified ? 'verified' : 'not verified'}, joined{' '}
                  <Time iso={createdAt} />
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Box>
  );
}
