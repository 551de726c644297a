import { zodResolver } from '@hookform/resolvers/zod';
import VerifiedIcon from '@mui/icons-material/Verified';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useForm } from 'react-hook-form';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { CopyId } from '#client/ui/copy.tsx';
import { FactList } from '#client/ui/fact-list.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { onboardingSchema, type User } from '#shared/users/calls.ts';
import { AvatarField } from './avatar-field.tsx';
import { LinksForm } from './links-form.tsx';
import { PublishingSection } from './publishing-section.tsx';
import { useSavedUser } from './use-saved-user.ts';

const ROLE_WORDS = { user: 'User', developer: 'Developer', admin: 'Admin' } as const;

/** The person's own record: names to change, facts to know. */
export default function ProfilePage() {
  const { data, error, refetch } = useCallQuery('users.me', {});
  const store = useCallQuery('settings.get', {});
  return (
    <Page title="Profile" status="How the store and its reviewers see you.">
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <FormSkeleton />}
      {data !== undefined && (
        <>
          <Identity user={data.user} />
          <Section title="Names">
            <NamesForm user={data.user} />
          </Section>
          <Section title="Links">
            <LinksForm user={data.user} />
          </Section>
          {store.data !== undefined && (
            <PublishingSection user={data.user} policy={store.data.settings.publishing} />
          )}
        </>
      )}
    </Page>
  );
}

function Identity({ user }: { user: User }) {
  return (
    <Section title="Account">
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 3 }}>
        <AvatarField user={user} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <FactList
            facts={[
              { label: 'Email', value: user.emailVerified ? user.email : `${user.email} (not confirmed)` },
              { label: 'Role', value: ROLE_WORDS[user.role] },
              { label: 'Publisher', value: <Verification isVerified={user.isVerified} /> },
              { label: 'Your id', value: <CopyId value={user.uid} label="your id" /> },
              { label: 'Member since', value: <Time iso={user.createdAt} /> },
            ]}
          />
        </Box>
      </Box>
    </Section>
  );
}

function Verification({ isVerified }: { isVerified: boolean }) {
  if (!isVerified) return <>Not verified by the store</>;
  return (
    <Chip
      size="small"
      color="success"
      variant="outlined"
      icon={<VerifiedIcon />}
      label="Verified by the store"
    />
  );
}

const namesSchema = onboardingSchema.pick({ displayName: true, developerName: true, developerType: true });

function NamesForm({ user }: { user: User }) {
  const keep = useSavedUser();
  const update = useCallMutation('users.updateProfile', {
    invalidates: ['apps.list', 'apps.get'],
  });
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(namesSchema),
    defaultValues: {
      displayName: user.displayName ?? '',
      developerName: user.developerName ?? '',
      developerType: user.developerType ?? 'individual',
    },
  });
  const { errors, isDirty } = formState;

  const save = handleSubmit((names) =>
    update.mutate(names, {
      onSuccess: ({ user: saved }) => {
        keep(saved);
        reset(names);
      },
    }),
  );

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void save(event)}
      sx={{ display: 'grid', gap: 2.5, maxWidth: 560 }}
    >
      <TextFormField
        {...register('displayName')}
        label="Your name"
        help="Shown to you and to the store's admins."
        error={errors.displayName?.message}
        autoComplete="name"
      />
      <TextFormField
        {...register('developerName')}
        label="Developer name"
        help="Shown with your apps, to everybody."
        error={errors.developerName?.message}
        autoComplete="organization"
      />
      <FormField label="Developer type" help="Whether you publish for yourself or for an organisation.">
        {(control) => (
          <NativeSelect
            {...register('developerType')}
            input={<OutlinedInput size="small" />}
            slotProps={{ input: { id: control.id, 'aria-describedby': control['aria-describedby'] } }}
          >
            <option value="individual">Individual</option>
            <option value="organisation">Organisation</option>
          </NativeSelect>
        )}
      </FormField>
      {update.error !== null && <CallErrorAlert error={update.error} />}
      {update.isSuccess && !isDirty && <Alert severity="success">Saved.</Alert>}
      <Box>
        <Button type="submit" variant="contained" loading={update.isPending} disabled={!isDirty}>
          Save changes
        </Button>
      </Box>
    </Box>
  );
}
