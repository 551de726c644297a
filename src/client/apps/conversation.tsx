import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ReviewMessageForm } from '#client/ui/review-message-form.tsx';
import { ReviewThread } from '#client/ui/review-thread.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { type AppRole, whyNotRole } from '#shared/members/member.ts';
import type { Version } from '#shared/versions/version.ts';

/** How soon an answer appears, in milliseconds. */
const POLL_MS = 15_000;

interface ConversationProps {
  readonly version: Version;
  readonly role: AppRole;
  /** All of the app: the conversation goes on from one to the next. */
  readonly versions: readonly Version[];
}

/** What publisher and reviewers write to each other, from the publisher's side. */
export function Conversation({ version, role, versions }: ConversationProps) {
  const { uid } = useSessionUser();
  const input = { versionId: version.id };
  const { data, error, refetch } = useCallQuery('reviews.thread', input, { refetchInterval: POLL_MS });
  const comment = useCallMutation('reviews.comment', { invalidates: ['reviews.thread'] });
  const titles = new Map(versions.map((one) => [one.id, versionTitle(one)]));
  return (
    <Section title="Conversation with the reviewers">
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ListSkeleton rows={1} />}
      {data !== undefined && (
        <ReviewThread
          // Admins of the store read internal notes on the review's own page alone.
          messages={data.messages.filter(({ isInternal }) => !isInternal)}
          readerUid={uid}
          titleOf={(versionId) => titles.get(versionId) ?? 'a deleted version'}
        />
      )}
      {role !== 'admin' && (
        <ReviewMessageForm
          label="Your message"
          help={`About ${versionTitle(version)}. The store’s people read it, and so do the members of this app.`}
          whyNot={whyNotRole(role, 'maintainer')}
          pending={comment.isPending}
          error={comment.error}
          onSend={({ id, text }) => comment.mutateAsync({ ...input, id, text })}
        />
      )}
    </Section>
  );
}
