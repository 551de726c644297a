import CompareArrowsIcon from '@mui/icons-material/CompareArrows';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { SharedMarks } from '#client/components/listing/lookalike-note.tsx';
import { paths } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import type { Lookalike } from '#shared/listings/lookalike.ts';

const SIZE = 64;

interface ReviewLookalikesProps {
  readonly app: App;
  readonly lookalikes: readonly Lookalike[];
  /** The reason why the reviewer can't say that they are not confusing; null when they can. */
  readonly reason: string | null;
}

/** Shows the apps of other publishers that an app looks like, with both icons, and lets staff say that they don't. */
export function ReviewLookalikes({ app, lookalikes, reason }: ReviewLookalikesProps) {
  if (lookalikes.length === 0) return null;
  return (
    <Section title={t`Looks like another app`}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
        {lookalikes.map((lookalike) => (
          <LookalikeItem key={lookalike.other.id} {...{ app, lookalike, reason }} />
        ))}
      </Box>
    </Section>
  );
}

interface LookalikeItemProps extends Omit<ReviewLookalikesProps, 'lookalikes'> {
  readonly lookalike: Lookalike;
}

function LookalikeItem({ app, lookalike: { other, pairs }, reason }: LookalikeItemProps) {
  const { storage } = useBackend();
  const dismiss = useCallMutation('reviews.dismissLookalike');
  const icons = pairs.find(({ kind }) => kind === 'icon');
  const urlOf = (path: string | null) => path && storage.urlOf(path);
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <NamedIcon
          src={urlOf(icons?.value ?? app.iconPath)}
          platform={app.platform}
          name={app.name}
          publisher={app.ownerName ?? app.applicationId}
        />
        <CompareArrowsIcon aria-hidden sx={{ color: 'text.secondary' }} />
        <NamedIcon
          src={urlOf(icons?.otherValue ?? other.iconPath)}
          platform={app.platform}
          name={<Link href={paths.adminApp(other.id)}>{other.name}</Link>}
          publisher={other.publisher}
        />
        {!other.isPublic && <Chip size="small" label={t`Not public`} />}
      </Box>
      <Box sx={{ mt: 1, typography: 'body2', overflowWrap: 'anywhere' }}>
        <SharedMarks pairs={pairs} />
      </Box>
      <ReasonedButton
        size="small"
        variant="outlined"
        reason={reason}
        pending={dismiss.isPending}
        aria-label={t`Not confusing: ${other.name}`}
        onClick={() =>
          dismiss.mutate({
            appId: app.id,
            otherAppId: other.id,
            pairs: pairs.map(({ kind, value, otherValue }) => ({ kind, value, otherValue })),
          })
        }
        sx={{ mt: 1 }}
      >
        {t`Not confusing`}
      </ReasonedButton>
      {dismiss.error !== null && <CallErrorAlert error={dismiss.error} />}
    </Box>
  );
}

interface NamedIconProps {
  readonly src: string | null;
  readonly platform: App['platform'];
  readonly name: React.ReactNode;
  readonly publisher: string;
}

function NamedIcon({ src, platform, name, publisher }: NamedIconProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <AppIcon src={src} platform={platform} size={SIZE} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {rich`by ${publisher}`}
        </Typography>
      </Box>
    </Box>
  );
}
