import { useCallMutation } from '#client/backend/use-call.ts';
import { useSessionUser } from '#client/store/store.ts';
import { ReviewMessageForm } from '#client/ui/review-message-form.tsx';
import { ReviewThread } from '#client/ui/review-thread.tsx';
import { Section } from '#client/ui/section.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { Review } from '#shared/reviews/calls.ts';

/** What publisher and reviewers say to each other, and the reviewers' own notes. */
export function ReviewConversation({ review }: { review: Review }) {
  const { version, versions, messages } = review;
  const { uid } = useSessionUser();
  const send = useCallMutation('reviews.comment', { invalidates: ['reviews.get', 'reviews.thread'] });
  const titles = new Map(versions.map((known) => [known.id, versionTitle(known)]));
  return (
    <Section title="Conversation">
      <ReviewThread
        messages={messages}
        readerUid={uid}
        titleOf={(versionId) => titles.get(versionId) ?? 'a deleted version'}
      />
      <ReviewMessageForm
        label="Your message"
        help="The publisher is told and can answer, unless it is an internal note."
        withInternal
        whyNot={null}
        pending={send.isPending}
        error={send.error}
        onSend={(message) => send.mutateAsync({ versionId: version.id, ...message })}
      />
    </Section>
  );
}
