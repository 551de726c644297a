import Link from '@mui/material/Link';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { t } from '#shared/languages/translate.ts';
import { SETUP_STEPS, type SetupStep } from '#shared/setup/checklist.ts';

/** The titles of the steps. */
export const STEP_TITLES: Readonly<Record<SetupStep, string>> = {
  name: t`Choose a name and a logo`,
  email: t`Send email`,
  terms: t`Write your terms`,
  registration: t`Decide who may join and publish`,
  repository: t`Try the repository on a phone`,
  reviewers: t`Add a second reviewer`,
  backup: t`Back up the store`,
};

/** The steps that have a section of the settings; the others are done on the checklist. */
const STEP_PAGES: Partial<Record<SetupStep, string>> = {
  name: paths.adminSettingsPart('store'),
  email: paths.adminSettingsPart('email'),
  terms: paths.adminSettingsPart('legal'),
};

/** Leads to the next step of the set-up, so that nobody has to go back to the checklist; nothing once all are done. */
export function NextStep() {
  const { data } = useCallQuery('setup.getChecklist', {});
  const next = data && SETUP_STEPS.find((step) => !data.done.includes(step));
  if (!next) return null;
  return (
    <Link href={STEP_PAGES[next] ?? paths.setup} color="inherit">
      {t`Next: ${STEP_TITLES[next]}`}
    </Link>
  );
}
