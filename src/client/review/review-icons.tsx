import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import type { Review } from '#shared/reviews/calls.ts';

const SIZE = 48;

type OtherIcon = NonNullable<AndroidFacts['otherIcons']>[number];

/** Shows the pictures that some devices show instead of the app's icon, and those of its entries in the launcher. */
export function ReviewIcons({ review: { version } }: { review: Review }) {
  const facts = version.package;
  const others = facts?.platform === 'android' ? (facts.otherIcons ?? []) : [];
  return others.length === 0 ? null : <OtherIcons versionId={version.id} others={others} />;
}

function OtherIcons({ versionId, others }: { versionId: string; others: readonly OtherIcon[] }) {
  const { data } = useCallQuery('reviews.icons', { versionId });
  return (
    <Section title={t`Other icons`}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {others.map(({ entry, configuration }, at) => {
          const png = data?.icons[at];
          return (
            <Box
              component="li"
              key={`${entry} ${configuration}`}
              sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}
            >
              <AppIcon src={png ? `data:image/png;base64,${png}` : null} platform="android" size={SIZE} />
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography variant="body2">
                  {entry === null ? t`The app` : t`In the launcher: ${entry}`}
                </Typography>
                <Typography variant="body2" color="text.secondary">
                  {configuration === 'default' ? t`On all devices` : t`On devices with ${configuration}`}
                </Typography>
              </Box>
            </Box>
          );
        })}
      </Box>
    </Section>
  );
}
