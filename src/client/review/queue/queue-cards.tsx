import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { NewRows } from '#client/ui/new-rows.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';
import {
  CapabilitiesFact,
  changeText,
  FindingsFact,
  MessagesFact,
  RejectionsFact,
  ReviewerFact,
} from './queue-facts.tsx';
import type { QueueRowsProps } from './queue-table.tsx';

/** Shows the queue as cards, where a table would be wider than the window. */
export function QueueCards({ items, selected, onToggle, hrefOf }: QueueRowsProps) {
  return (
    <>
      <NewRows keys={items.map(({ version }) => version.id)} />
      <Box
        component="ul"
        aria-label={t`Review queue`}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
      >
        {items.map((item) => (
          <QueueCard
            key={item.version.id}
            item={item}
            isSelected={selected.has(item.version.id)}
            onToggle={onToggle}
            hrefOf={hrefOf}
          />
        ))}
      </Box>
    </>
  );
}

interface QueueCardProps extends Pick<QueueRowsProps, 'onToggle' | 'hrefOf'> {
  readonly item: QueueItem;
  readonly isSelected: boolean;
}

/** Shows one version of the queue. Long lists render only the cards that changed. */
const QueueCard = memo(function QueueCard({ item, isSelected, onToggle, hrefOf }: QueueCardProps) {
  const { storage } = useBackend();
  const { app, version } = item;
  return (
    <Paper
      component="li"
      data-row={version.id}
      sx={{ p: 1.5, position: 'relative', display: 'flex', gap: 1, alignItems: 'flex-start' }}
    >
      <Checkbox
        size="small"
        checked={isSelected}
        onChange={() => onToggle(version.id)}
        slotProps={{ input: { 'aria-label': t`Select ${app.name} ${versionTitle(version)}` } }}
        sx={{ zIndex: 1, m: -0.5 }}
      />
      <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />
      <Box sx={{ flex: 1, minWidth: 0, typography: 'body2' }}>
        <Link
          href={hrefOf(version.id)}
          color="inherit"
          underline="hover"
          sx={{
            typography: 'body1',
            fontWeight: 600,
            overflowWrap: 'anywhere',
            // The whole card opens the review.
            '&::after': { content: '""', position: 'absolute', inset: 0 },
          }}
        >
          <bdi>{app.name}</bdi>
        </Link>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {versionTitle(version)} · <bdi>{app.ownerName ?? app.applicationId}</bdi>
        </Typography>
        <Facts item={item} />
      </Box>
    </Paper>
  );
});

function Facts({ item }: { item: QueueItem }) {
  const { version, earlierRejections } = item;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, mt: 1 }}>
        <span>{changeText(item)}</span>
        <CapabilitiesFact item={item} />
        <FindingsFact item={item} />
        {earlierRejections > 0 && <span>{rich`Rejected ${<RejectionsFact item={item} />}`}</span>}
        <MessagesFact item={item} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 1.5,
          rowGap: 0.5,
          mt: 0.5,
          color: 'text.secondary',
        }}
      >
        {version.queuedAt !== null && <Time iso={version.queuedAt} />}
        <ReviewerFact item={item} />
      </Box>
    </>
  );
}
