import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { AppList } from '#client/components/app/app-list.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { useSessionUser } from '#client/store/store.ts';
import { Empty } from '#client/ui/empty.tsx';
import { Page } from '#client/ui/page.tsx';
import { t } from '#shared/languages/translate.ts';

/** Shows My Apps: the apps that the user publishes or works on. Search, filters and order are in the address. */
export default function AppsPage() {
  const mayPublish = useSessionUser().role !== 'user';
  const newApp = mayPublish ? (
    <Button variant="contained" startIcon={<AddIcon />} href={paths.newApp}>
      {t`New app`}
    </Button>
  ) : undefined;
  return (
    <Page isWide title={SCREENS.apps.title} action={newApp}>
      <AppList
        scope="mine"
        label={t`My apps`}
        pathOf={paths.app}
        empty={<NoApps mayPublish={mayPublish} />}
      />
    </Page>
  );
}

function NoApps({ mayPublish }: { mayPublish: boolean }) {
  if (!mayPublish) {
    return (
      <Empty
        picture="quay"
        title={t`Apps you publish appear here. Only developers can publish; see your dashboard to become one.`}
      />
    );
  }
  return (
    <Empty
      picture="quay"
      title={t`No apps yet. Create one with the application ID from your package.`}
      action={
        <Button variant="contained" href={paths.newApp}>
          {t`Create your first app`}
        </Button>
      }
    />
  );
}
