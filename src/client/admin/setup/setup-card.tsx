import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { RepositoryAddress } from '#client/components/store/install-card.tsx';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import { SETUP_STEPS } from '#shared/setup/checklist.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { STEP_TITLES } from './next-step.tsx';
import { SetupItem } from './setup-item.tsx';
import { TestEmail } from './test-email.tsx';

const InvitePersonDialog = lazyChunk(
  'invite-person-dialog',
  async () => (await import('../users/invite-person-dialog.tsx')).InvitePersonDialog,
  'window',
);

type Checklist = CallResult<'setup.getChecklist'>;

const STEPS = SETUP_STEPS.length;

/** Shows the steps to set up the store until all are done; afterwards only where the address asks for them (`?setup=open`). */
export function SetupCard() {
  const [params] = useSearchParams();
  const { data } = useCallQuery('setup.getChecklist', {});
  const settings = useCallQuery('settings.get', {}).data?.settings;
  if (data === undefined || settings === undefined) return null;
  if (data.done.length === STEPS && params.get('setup') !== 'open') {
    return (
      <Button size="small" href={paths.setup} sx={{ mb: 2, ml: -0.5 }}>
        {t`Show the set-up checklist`}
      </Button>
    );
  }
  return <Steps checklist={data} settings={settings} />;
}

function Steps({ checklist, settings }: { checklist: Checklist; settings: StoreSettingsShown }) {
  const { done, email } = checklist;
  const [isInviting, setInviting] = useState(false);
  const [isAddressShown, setAddressShown] = useState(false);
  const isDone = new Set<string>(done);
  return (
    <Section title={t`Set up your store`}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <LinearProgress
          variant="determinate"
          value={(done.length / STEPS) * 100}
          aria-label={t`Set-up`}
          sx={{ flex: 1, maxWidth: 240, borderRadius: 1 }}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`${done.length} of ${STEPS} done`}
        </Typography>
      </Box>
      <Box component="ul" aria-label={t`Set-up steps`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        <SetupItem
          title={STEP_TITLES.name}
          isDone={isDone.has('name')}
          text={
            email.server === null
              ? t`The store is called ${settings.storeName}. Name and logo are on every page and in store clients; a tagline and a colour go with them.`
              : t`The store is called ${settings.storeName}. Name and logo are on every page, in emails and in store clients; a tagline and a colour go with them.`
          }
        >
          <Button size="small" variant="outlined" href={paths.adminSettingsPart('store')}>
            {t`Choose name and logo`}
          </Button>
        </SetupItem>
        <SetupItem
          title={STEP_TITLES.email}
          isDone={isDone.has('email')}
          doneText={
            email.server === null
              ? t`The store works without email.`
              : t`${email.server} accepted a test message to you. Check that it arrived.`
          }
          text={
            email.server === null
              ? t`Set a mail server, or do without: you then pass on links yourself.`
              : t`Emails are sent through ${email.server}. Check that they arrive.`
          }
        >
          {email.server === null ? (
            <>
              <Button size="small" variant="outlined" href={paths.adminSettingsPart('email')}>
                {t`Set up email`}
              </Button>
              <ConfirmButton step="email" label={t`Do without`} />
            </>
          ) : (
            <TestEmail />
          )}
        </SetupItem>
        <SetupItem
          title={STEP_TITLES.terms}
          isDone={isDone.has('terms')}
          text={t`Everyone accepts them before using the store. A short default applies until you write your own. An imprint and a privacy policy, which many countries require, are beside them.`}
        >
          <Button size="small" variant="outlined" href={paths.adminSettingsPart('legal')}>
            {t`Write the terms`}
          </Button>
        </SetupItem>
        <SetupItem
          title={STEP_TITLES.registration}
          isDone={isDone.has('registration')}
          text={policySentence(settings)}
        >
          <ConfirmButton step="registration" label={t`Keep it that way`} />
          <Button size="small" href={paths.adminSettingsPart('publishing')}>
            {t`Change it`}
          </Button>
        </SetupItem>
        <SetupItem
          title={STEP_TITLES.repository}
          isDone={isDone.has('repository')}
          text={t`Scan its QR code with F-Droid, to see the store as everyone will.`}
        >
          <ConfirmButton
            step="repository"
            label={t`Show the QR code`}
            onConfirm={() => setAddressShown(true)}
          />
        </SetupItem>
        <SetupItem
          title={STEP_TITLES.reviewers}
          isDone={isDone.has('reviewers')}
          text={t`You’re the only admin. Another one can review your own apps, and restore access if you lose yours.`}
        >
          <Button size="small" variant="outlined" onClick={() => setInviting(true)}>
            {t`Invite someone`}
          </Button>
          <Button size="small" href={paths.adminUsers}>
            {t`Make someone an admin`}
          </Button>
        </SetupItem>
        <SetupItem
          title={STEP_TITLES.backup}
          isDone={isDone.has('backup')}
          text={t`Run the operator’s command “backup DIR” every night (see “Backup” in the operating manual): it copies database, files and secret while the store runs. A lost secret means that everyone has to add the store again.`}
        >
          <ConfirmButton step="backup" label={t`Backups are set up`} />
        </SetupItem>
      </Box>
      <Suspense fallback={null}>
        {isInviting && <InvitePersonDialog onClose={() => setInviting(false)} />}
      </Suspense>
      {isAddressShown && (
        <Box component="section" aria-label={t`Where people install from`} sx={{ mt: 2, maxWidth: 444 }}>
          <RepositoryAddress />
        </Box>
      )}
    </Section>
  );
}

type StoreSettingsShown = Pick<StoreSettings, 'storeName' | 'registration' | 'publishing'>;

const PUBLISHERS = {
  open: t`anyone may publish`,
  approval: t`admins approve new publishers`,
  closed: t`only admins choose who publishes`,
} as const satisfies Record<StoreSettings['publishing'], string>;

function policySentence({ registration, publishing }: StoreSettingsShown): string {
  const joining = registration === 'open' ? t`Anyone can create an account` : t`Nobody can create an account`;
  return t`${joining}, and ${PUBLISHERS[publishing]}.`;
}
