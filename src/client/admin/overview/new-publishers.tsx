import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';

/** Lists the newest publishers. */
export function NewPublishers({ people }: { people: CallResult<'admin.overview'>['newPublishers'] }) {
  return (
    <Box component="section" aria-labelledby="new-publishers" sx={{ mb: 4, minWidth: 0 }}>
      <Typography id="new-publishers" variant="h2" sx={{ mb: 1 }}>
        {t`New publishers`}
      </Typography>
      {people.length === 0 && <Empty picture="people" title={t`No publishers yet. Requests appear here.`} />}
      {people.length > 0 && (
        <Rows label={t`New publishers`}>
          {people.map(({ uid, name, email, isVerified, createdAt, apps }) => (
            <LinkRow
              key={uid}
              href={paths.adminPerson(uid)}
              title={name ?? email}
              subtitle={
                <>
                  {rich`${plural(apps, { one: '# app', other: '# apps' })}, ${isVerified ? 'verified' : t`not verified`}, joined ${<Time iso={createdAt} />}`}
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Box>
  );
}
