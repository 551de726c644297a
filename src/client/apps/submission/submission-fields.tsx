import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { GrowingTextField, TextFormField } from '#client/ui/form-field.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { textAttributes } from '#shared/languages/direction.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { TEXTS } from '#shared/listings/field-records.ts';
import { SaveState } from '../listing/save-state.tsx';
import type { TypedCredentials } from './kept-credentials.ts';
import { releaseNotesProblem, reviewerNotesProblem, type SubmissionForm } from './use-submission-form.ts';

interface SubmissionFieldsProps {
  readonly form: SubmissionForm;
}

/** Shows a field for the release notes in each language of the listing, with their save status. */
export function ReleaseNotesFields({ form }: SubmissionFieldsProps) {
  const { draft, error, releaseNotes, saving } = form;
  if (error !== null) return <CallErrorAlert error={error} onRetry={form.reload} />;
  if (draft === undefined) return null;
  const isAlone = releaseNotes.length === 1;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {releaseNotes.map(({ locale, text }) => (
        <GrowingTextField
          key={locale}
          label={isAlone ? t`What’s new` : t`What’s new (${localeName(locale)})`}
          optional
          help={t`Shown to users with this version. ${formatNumber(text.trim().length)} of ${formatNumber(TEXTS.whatsNew.max)} characters.`}
          error={releaseNotesProblem(text)}
          value={text}
          minRows={3}
          maxRows={10}
          autoComplete="off"
          inputProps={textAttributes(locale)}
          onChange={(event) => form.writeReleaseNotes(locale, event.target.value)}
        />
      ))}
      <SaveState label={t`Save status of the notes`} editings={[saving]} />
    </Box>
  );
}

/** Shows fields for what only reviewers get: notes, and an account with which they can try the app. */
export function ReviewerFields({ form }: SubmissionFieldsProps) {
  const { draft, credentials, reviewerNotes } = form;
  if (draft === undefined) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <GrowingTextField
        label={t`Notes for the reviewer`}
        optional
        help={t`What to know for the review, such as how to reach a new feature. Users don’t see it.`}
        error={reviewerNotesProblem(reviewerNotes)}
        value={reviewerNotes}
        minRows={2}
        maxRows={10}
        autoComplete="off"
        onChange={(event) => form.writeReviewerNotes(event.target.value)}
      />
      {credentials === null ? (
        <div>
          {draft.testCredentials === 'erased' && (
            <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
              {t`The test credentials of the earlier submission were erased. Enter them again if the reviewer needs them.`}
            </Typography>
          )}
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => form.typeCredentials({ userName: '', password: '', instructions: '' })}
          >
            {t`Add test credentials`}
          </Button>
        </div>
      ) : (
        <CredentialFields form={form} credentials={credentials} />
      )}
    </Box>
  );
}

function CredentialFields({
  form: { typeCredentials, credentialProblems },
  credentials,
}: SubmissionFieldsProps & { readonly credentials: TypedCredentials }) {
  const field = (name: keyof TypedCredentials) => ({
    value: credentials[name],
    error: credentialProblems[name],
    onChange: (event: { target: { value: string } }) =>
      typeCredentials({ ...credentials, [name]: event.target.value }),
  });
  return (
    <Box
      component="fieldset"
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 2 }}
      aria-describedby="test-credentials-note"
    >
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1 }}>
        {t`Test credentials`}
      </Typography>
      <Typography id="test-credentials-note" variant="body2" sx={{ color: 'text.secondary' }}>
        {t`An account for trying the app. It’s encrypted, only reviewers see it, and it’s erased after the decision.`}
      </Typography>
      {/* Browsers would otherwise fill in the publisher's own account. */}
      <TextFormField label={t`User name`} autoComplete="off" {...field('userName')} />
      <PasswordFormField label={t`Password`} autoComplete="new-password" {...field('password')} />
      <GrowingTextField
        label={t`How to sign in`}
        optional
        minRows={2}
        maxRows={6}
        autoComplete="off"
        {...field('instructions')}
      />
      <div>
        <Button size="small" onClick={() => typeCredentials(null)}>
          {t`Remove test credentials`}
        </Button>
      </div>
    </Box>
  );
}
