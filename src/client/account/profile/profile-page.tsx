import { zodResolver } from '@hookform/resolvers/zod';
import VerifiedIcon from '@mui/icons-material/Verified';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Parts } from '#client/components/feedback/page-part.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { SCREENS } from '#client/screens.ts';
import { CopyId } from '#client/ui/copy.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import { publishingUserSchema, type User } from '#shared/users/calls.ts';
import { AvatarField } from './avatar-field.tsx';
import { LinksForm } from './links-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { PublishingSection } from './publishing-section.tsx';
import { useSavedUser } from './use-saved-user.ts';

/** Shows the user's own record, with forms for names and links. */
export default function ProfilePage() {
  const call = useCallQuery('users.me', {});
  const { data } = call;
  const store = useCallQuery('settings.get', {});
  return (
    <Page title={SCREENS.profile.title} status={t`How you appear to others.`}>
      <CallStatus call={call} skeleton={<FormSkeleton />} />
      {data !== undefined && (
        <Parts>
          <Identity user={data.user} />
          <Section title={t`Names`}>
            <NamesForm user={data.user} />
          </Section>
          <Section title={t`Links`}>
            <LinksForm user={data.user} />
          </Section>
          {store.data !== undefined && (
            <PublishingSection user={data.user} policy={store.data.settings.publishing} />
          )}
        </Parts>
      )}
    </Page>
  );
}

function Identity({ user }: { user: User }) {
  return (
    <Section title={t`Account`}>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 3 }}>
        <AvatarField user={user} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <DescriptionList
            items={[
              { label: t`Email`, value: user.emailVerified ? user.email : t`${user.email} (not confirmed)` },
              { label: t`Role`, value: ROLE_LABELS[user.role].name },
              { label: t`Publisher`, value: <Verification isVerified={user.isVerified} /> },
              { label: t`Your user ID`, value: <CopyId value={user.uid} label={t`your user ID`} /> },
              { label: t`Member since`, value: <Time iso={user.createdAt} /> },
            ]}
          />
        </Box>
      </Box>
    </Section>
  );
}

function Verification({ isVerified }: { isVerified: boolean }) {
  if (!isVerified) return <>{t`Not verified`}</>;
  return (
    <Chip
      size="small"
      color="success"
      variant="outlined"
      icon={<VerifiedIcon />}
      label={t`Verified by staff`}
    />
  );
}

const namesSchema = publishingUserSchema.pick({
  displayName: true,
  developerName: true,
  developerType: true,
});
const ownNameSchema = namesSchema.pick({ displayName: true });

function NamesForm({ user }: { user: User }) {
  const keep = useSavedUser();
  const update = useCallMutation('users.updateProfile');
  // Someone who only browses is asked for them once they ask to publish.
  const publishes = user.role !== 'user' || user.developerName !== null;
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: (publishes ? zodResolver(namesSchema) : zodResolver(ownNameSchema)) as Resolver<
      z.input<typeof namesSchema>
    >,
    values: {
      displayName: user.displayName ?? '',
      developerName: user.developerName ?? '',
      developerType: user.developerType ?? 'individual',
    },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;

  const save = handleSubmit((names) =>
    update.mutate(names, {
      onSuccess: ({ user: saved }) => {
        keep(saved);
        reset((before) => ({ ...before, ...names }));
      },
    }),
  );

  return (
    <ProfileForm update={update} isDirty={isDirty} submitLabel={t`Save changes`} onSubmit={save}>
      <TextFormField
        {...register('displayName')}
        label={t`Your name`}
        help={t`Shown to you and store staff.`}
        error={errors.displayName?.message}
        autoComplete="name"
      />
      {publishes && (
        <>
          <TextFormField
            {...register('developerName')}
            label={t`Developer name`}
            help={t`Shown with your apps. For published apps, a new name needs approval.`}
            error={errors.developerName?.message}
            autoComplete="organization"
          />
          <FormField
            label={t`Developer type`}
            help={t`Whether you publish as an individual or an organisation.`}
          >
            {(control) => (
              <NativeSelect
                {...register('developerType')}
                input={<OutlinedInput size="small" />}
                slotProps={{ input: { id: control.id, 'aria-describedby': control['aria-describedby'] } }}
              >
                <option value="individual">{t`Individual`}</option>
                <option value="organisation">{t`Organisation`}</option>
              </NativeSelect>
            )}
          </FormField>
        </>
      )}
    </ProfileForm>
  );
}
