import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import { NextStep } from '#client/admin/setup/next-step.tsx';
import { TestEmail } from '#client/admin/setup/test-email.tsx';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import { MailForm } from './mail-form.tsx';
import type { SettingsPartProps } from './settings-part.tsx';

/** Shows how the store sends email, with a test, and the form that changes it as far as variables don't set it. */
export const EmailPart: ComponentType<SettingsPartProps> = () => {
  const checklist = useCallQuery('setup.getChecklist', {});
  const call = useCallQuery('settings.getMail', {});
  if (checklist.data === undefined || call.data === undefined) {
    return (
      <CallStatus call={call.data === undefined ? call : checklist} skeleton={<FormSkeleton fields={5} />} />
    );
  }
  const { server, from, testedAt } = checklist.data.email;
  const { environment } = call.data;
  return (
    <>
      <Section title={t`Email`}>
        <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}>
          {server === null && (
            <Alert severity="info">
              {t`This store sends no email. Everything else works: notifications are in the store, and under User Management you confirm addresses and create links for invitations and new passwords.`}
            </Alert>
          )}
          <DescriptionList
            items={[
              {
                label: t`Mail server`,
                value: withVariable(server ?? t`None`, environment.server && 'SMTP_URL'),
              },
              { label: t`Sender`, value: withVariable(from, environment.sender && 'MAIL_FROM') },
              ...(server === null
                ? []
                : [{ label: t`Tested`, value: testedAt === null ? t`Not yet` : <Time iso={testedAt} /> }]),
            ]}
          />
          {server !== null && <TestEmail />}
          {testedAt !== null && <NextStep />}
        </Box>
      </Section>
      <MailForm mail={call.data} />
    </>
  );
};

/** Returns a value, and the variable that sets it if one does. */
function withVariable(value: string, variable: string | null | undefined): string {
  return variable ? t`${value} (set by ${variable})` : value;
}
