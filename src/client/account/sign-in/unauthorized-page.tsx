import Button from '@mui/material/Button';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { t } from '#shared/languages/translate.ts';
import { AuthLayout } from './auth-layout.tsx';

/** Shows a plain page to users whose role can't open a screen. */
export default function UnauthorizedPage() {
  return (
    <AuthLayout
      title={SCREENS.unauthorized.title}
      lead={t`You don’t have access to this page. If you need it, ask an admin.`}
    >
      <Button variant="contained" href={paths.dashboard}>
        {t`Go to the dashboard`}
      </Button>
    </AuthLayout>
  );
}
