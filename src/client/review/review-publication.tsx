import { useContext } from 'react';
import { LocaleContext } from '#client/ui/locale.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { absoluteText } from '#client/ui/time-text.ts';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import type { Release } from '#shared/releases/release.ts';

interface PublicationTextProps {
  readonly release: Pick<Release, 'publication' | 'publishAt' | 'percentage' | 'track'>;
  readonly app: Pick<App, 'status'>;
}

/** Describes how an approved version will be released, as its publisher chose. */
export function PublicationText({ release, app }: PublicationTextProps) {
  const locale = useContext(LocaleContext);
  const { publication, publishAt, percentage, track } = release;
  const audience = audienceText(percentage, track);
  if (app.status === 'unpublished') {
    return <>{t`Waits until the publisher publishes the app again, then goes to ${audience}.`}</>;
  }
  if (publication === 'manual') {
    return <>{t`The publisher releases it manually to ${audience}.`}</>;
  }
  if (publication === 'scheduled' && publishAt !== null) {
    return (
      <>
        {rich`Goes live ${<Time iso={publishAt} />} (${absoluteText(new Date(publishAt), locale)}) for ${audience}.`}
      </>
    );
  }
  return <>{t`Goes live immediately for ${audience}.`}</>;
}

function audienceText(percentage: number, track: Release['track']): string {
  if (track === 'beta') {
    return percentage < 100 ? t`${percentage}% of devices on the beta track` : t`everyone on the beta track`;
  }
  return percentage < 100 ? t`${percentage}% of devices` : t`everyone`;
}
