import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ComponentType } from 'react';
import { TestEmail } from '#client/admin/setup/test-email.tsx';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { SettingsPartProps } from './settings-part.tsx';

const EXAMPLE = `SMTP_URL=smtps://user:password@mail.example.org:465
MAIL_FROM="Our Store <store@example.org>"`;

/** Shows how the store sends email, which the operator configures on the server, with a test. */
export const EmailPart: ComponentType<SettingsPartProps> = () => {
  const call = useCallQuery('setup.getChecklist', {});
  if (call.data === undefined) return <CallStatus call={call} skeleton={<FormSkeleton />} />;
  const { server, from, testedAt } = call.data.email;
  return (
    <Section title={t`Email`}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}>
        {server === null && (
          <Alert severity="warning">
            {t`No mail server is set. Emails are written to files, so nobody can confirm an address or reset a password.`}
          </Alert>
        )}
        <DescriptionList
          items={[
            {
              label: t`Mail server`,
              value: server ?? t`None: files in the folder “outbox” of the data directory`,
            },
            { label: t`Sender`, value: from },
            { label: t`Tested`, value: testedAt === null ? t`Not yet` : <Time iso={testedAt} /> },
          ]}
        />
        <TestEmail />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
            {t`To change it, set these variables in the server’s environment and restart Quayside. Characters such as @ and / in the password are percent-encoded.`}
          </Typography>
          <CodeBlock label={t`Environment`} code={EXAMPLE} />
        </Box>
      </Box>
    </Section>
  );
};
