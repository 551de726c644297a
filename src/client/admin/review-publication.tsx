import { useContext } from 'react';
import { ReaderLocaleContext } from '#client/ui/reader-locale.ts';
import { Time } from '#client/ui/time.tsx';
import { absoluteText } from '#client/ui/time-text.ts';
import type { App } from '#shared/apps/app.ts';
import type { Release } from '#shared/releases/release.ts';

interface PublicationTextProps {
  readonly release: Pick<Release, 'publication' | 'publishAt' | 'percentage' | 'track'>;
  readonly app: Pick<App, 'status'>;
}

/** How an approved version reaches people, as its publisher chose when handing it in. */
export function PublicationText({ release, app }: PublicationTextProps) {
  const locale = useContext(ReaderLocaleContext);
  const { publication, publishAt, percentage, track } = release;
  const audience = percentage < 100 ? `${percentage}% of devices` : 'everybody';
  const channel = track === 'beta' ? ' who asked for beta versions' : '';
  if (app.status === 'unpublished') {
    return <>It waits until its publisher publishes the app again, then it is for {audience + channel}.</>;
  }
  if (publication === 'manual') {
    return <>Its publisher publishes it by hand, for {audience + channel}.</>;
  }
  if (publication === 'atDate' && publishAt !== null) {
    return (
      <>
        It is published <Time iso={publishAt} /> ({absoluteText(new Date(publishAt), locale)}), for{' '}
        {audience + channel}.
      </>
    );
  }
  return <>The store publishes it at once, for {audience + channel}.</>;
}
