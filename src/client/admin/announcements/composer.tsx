import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { GrowingTextField, TextFormField } from '#client/ui/form-field.tsx';
import { Section } from '#client/ui/section.tsx';
import { announcementTextSchema } from '#shared/admin/announcement-calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { type Audience, addressOf, peopleText } from './audience.ts';
import { PeopleField } from './people-field.tsx';
import { Preview } from './preview.tsx';
import { SendDialog } from './send-dialog.tsx';

const AUDIENCES = [
  { value: 'everyone', label: t`Everyone`, help: t`Everyone with an account.` },
  { value: 'developers', label: t`Developers`, help: t`Everyone who publishes apps.` },
  { value: 'chosen', label: t`Specific people`, help: t`Only the people you select.` },
] as const;

const NOBODY: Audience = { kind: 'everyone', people: [] };
const EMPTY = { title: '', message: '' };

/** Lets an admin write an announcement, preview it and send it. */
export function Composer() {
  const { register, control, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(announcementTextSchema),
    defaultValues: EMPTY,
  });
  const text = useWatch({ control });
  const [audience, setAudience] = useState(NOBODY);
  const [isAsking, setAsking] = useState(false);
  const [sentTo, setSentTo] = useState<number>();
  const { errors, submitCount } = formState;
  const address = addressOf(audience);
  const needsPeople = submitCount > 0 && address === null;

  function finish(recipients: number) {
    setAsking(false);
    setSentTo(recipients);
    setAudience(NOBODY);
    reset(EMPTY);
  }

  return (
    <Section title={t`New announcement`}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 400px)' },
        }}
      >
        <Box
          component="form"
          noValidate
          aria-label={t`New announcement`}
          sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}
          onSubmit={(event) =>
            void handleSubmit(() => {
              setSentTo(undefined);
              setAsking(address !== null);
            })(event)
          }
        >
          <TextFormField
            label={t`Title`}
            autoComplete="off"
            error={errors.title?.message}
            {...register('title')}
          />
          <GrowingTextField
            label={t`Message`}
            minRows={4}
            maxRows={16}
            help={t`${formatNumber((text.message ?? '').trim().length)} of 4,000 characters. Plain text; line breaks are kept.`}
            error={errors.message?.message}
            {...register('message')}
          />
          <ChoiceField
            label={t`Audience`}
            name="audience"
            choices={AUDIENCES}
            value={audience.kind}
            onChange={(kind) => setAudience({ ...audience, kind: kind as Audience['kind'] })}
          />
          {audience.kind === 'chosen' && (
            <PeopleField
              people={audience.people}
              error={needsPeople ? t`Select at least one person.` : undefined}
              onChange={(people) => setAudience({ ...audience, people })}
            />
          )}
          {address !== null && <AudienceCount address={address} />}
          <Box>
            <Button type="submit" variant="contained">
              {t`Send announcement`}
            </Button>
          </Box>
          {sentTo !== undefined && (
            <Alert severity="success">{t`Sending to ${peopleText(sentTo)}. Track its progress below.`}</Alert>
          )}
        </Box>
        <Preview title={text.title ?? ''} message={text.message ?? ''} />
      </Box>
      {isAsking && address !== null && (
        <SendDialog
          text={announcementTextSchema.parse(text)}
          address={address}
          onSent={finish}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

/** Returns the size of an audience as text. */
function AudienceCount({ address }: { address: NonNullable<ReturnType<typeof addressOf>> }) {
  const { data, error, refetch } = useCallQuery('announcements.countAudience', address, {
    keepPrevious: true,
  });
  if (error !== null) return <CallErrorAlert error={error} onRetry={refetch} />;
  return (
    <Typography component="output" variant="body2" sx={{ color: 'text.secondary', minHeight: 20 }}>
      {data !== undefined &&
        t`${peopleText(data.recipients)} now. People who turned announcements off won’t get it.`}
    </Typography>
  );
}
