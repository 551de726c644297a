import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useCallMutation } from '#client/backend/use-call.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import type { User } from '#shared/users/calls.ts';
import { profileLinksSchema } from '#shared/users/profile.ts';
import { ProfileForm } from './profile-form.tsx';
import { useSavedUser } from './use-saved-user.ts';

const KINDS = [
  { kind: 'website', label: t`Website` },
  { kind: 'sourceCode', label: t`Source code` },
  { kind: 'support', label: t`Support` },
  { kind: 'social', label: t`Social network` },
] as const;

/** An empty field removes its link. */
const formSchema = z.preprocess(
  (typed: Record<string, string>) =>
    Object.fromEntries(Object.entries(typed).map(([kind, link]) => [kind, link.trim() || null])),
  profileLinksSchema,
);

function typedLinks(links: User['links']) {
  return {
    website: links.website ?? '',
    sourceCode: links.sourceCode ?? '',
    support: links.support ?? '',
    social: links.social ?? '',
  };
}

/** Edits the user's links. */
export function LinksForm({ user }: { user: User }) {
  const keep = useSavedUser();
  const update = useCallMutation('users.updateProfile');
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(formSchema),
    values: typedLinks(user.links),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;
  const save = handleSubmit((links) =>
    update.mutate(
      { links: links as z.output<typeof profileLinksSchema> },
      {
        onSuccess: (result) => {
          keep(result.user);
          reset(typedLinks(result.user.links));
        },
      },
    ),
  );

  return (
    <ProfileForm update={update} isDirty={isDirty} submitLabel={t`Save links`} onSubmit={save}>
      {KINDS.map(({ kind, label }) => (
        <TextFormField
          key={kind}
          {...register(kind)}
          label={label}
          optional
          type="url"
          placeholder="https://"
          error={errors[kind]?.message}
        />
      ))}
    </ProfileForm>
  );
}
