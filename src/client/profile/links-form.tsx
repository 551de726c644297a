import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import type { User } from '#shared/users/calls.ts';
import { profileLinksSchema } from '#shared/users/profile.ts';
import { useSavedUser } from './use-saved-user.ts';

const KINDS = [
  { kind: 'website', label: 'Website' },
  { kind: 'sourceCode', label: 'Source code' },
  { kind: 'support', label: 'Support' },
  { kind: 'social', label: 'Social network' },
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

/** Where else the person can be found. */
export function LinksForm({ user }: { user: User }) {
  const keep = useSavedUser();
  const update = useCallMutation('users.updateProfile');
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: typedLinks(user.links),
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
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void save(event)}
      sx={{ display: 'grid', gap: 2.5, maxWidth: 560 }}
    >
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
      {update.error !== null && <CallErrorAlert error={update.error} />}
      {update.isSuccess && !isDirty && <Alert severity="success">Saved.</Alert>}
      <Box>
        <Button type="submit" variant="contained" loading={update.isPending} disabled={!isDirty}>
          Save links
        </Button>
      </Box>
    </Box>
  );
}
