import UndoIcon from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { fieldTitle } from '#client/components/listing/listing-differences.tsx';
import { ListingValueDiff } from '#client/components/listing/listing-value.tsx';
import { paths } from '#client/paths.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { LiveListingChange } from '#shared/listings/review-calls.ts';

/** Returns the element's id, so that the page can scroll to a change. */
export function changeElementId(changeId: string): string {
  return `change-${changeId}`;
}

interface RecentListingChangeProps {
  readonly change: LiveListingChange;
  readonly onRevert: () => void;
}

/** Shows one change that went live: its app, field, author, both sides, and whether it was reverted. */
export function RecentListingChange({ change, onRevert }: RecentListingChangeProps) {
  const { storage } = useBackend();
  const { app, changedByUid, changedByName, changedAt, reverted } = change;
  const title = fieldTitle(change);
  return (
    <Box
      component="li"
      id={changeElementId(change.id)}
      tabIndex={-1}
      aria-label={`${app.name}: ${title}`}
      sx={{ py: 2 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1, mb: 1 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography component="h3" variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
            <Link href={paths.adminApp(app.id)} color="inherit">
              <bdi>{app.name}</bdi>
            </Link>
            {` · ${title}`}
          </Typography>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            <Link href={paths.adminPerson(changedByUid)} color="inherit">
              <bdi>{changedByName ?? t`A deleted account`}</bdi>
            </Link>
            {', '}
            <Time iso={changedAt} />
          </Typography>
        </Box>
        {reverted === null && (
          <Button
            size="small"
            startIcon={<UndoIcon />}
            aria-label={t`Revert ${title} of ${app.name}`}
            onClick={onRevert}
          >
            {t`Revert`}
          </Button>
        )}
      </Box>
      <ListingValueDiff
        {...change}
        labels={{ before: t`Before`, after: t`Changed to` }}
        urlOf={storage.urlOf}
      />
      {reverted !== null && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          <Reverted {...reverted} />
        </Typography>
      )}
    </Box>
  );
}

function Reverted({ byName, at, reason }: NonNullable<LiveListingChange['reverted']>) {
  const name = byName ?? t`a deleted account`;
  const time = <Time iso={at} />;
  return reason === null ? rich`Reverted by ${name}, ${time}` : rich`Reverted by ${name}, ${time}: ${reason}`;
}
