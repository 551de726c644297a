import type { ReactNode } from 'react';
import { Page, type PageProps, PageTitle } from '#client/ui/page.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { CallErrorAlert } from './call-error.tsx';

/** A call that reads, as `useCallQuery` and `useCallPages` return it. */
export interface ReadCall {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

interface CallStatusProps {
  readonly call: ReadCall;
  /** Shown until the result is there. */
  readonly skeleton: ReactNode;
}

/** Shows why a call failed, with another attempt, or a skeleton while it runs; nothing beside its result. */
export function CallStatus({ call, skeleton }: CallStatusProps) {
  if (call.error !== null) return <CallErrorAlert error={call.error} onRetry={call.refetch} />;
  return call.data === undefined ? skeleton : null;
}

interface CallStatusPageProps extends Pick<PageProps, 'title' | 'breadcrumbs'> {
  readonly call: ReadCall;
}

/** Shows the same as a page, for pages whose title is part of the result. */
export function CallStatusPage({ call, ...page }: CallStatusPageProps) {
  if (call.error === null)
    return (
      <>
        <PageTitle names={[page.title]} />
        <PageSkeleton />
      </>
    );
  return (
    <Page {...page}>
      <CallErrorAlert error={call.error} onRetry={call.refetch} />
    </Page>
  );
}
