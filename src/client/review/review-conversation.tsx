import { useCallMutation } from '#client/backend/use-call.ts';
import { ReviewMessageForm } from '#client/components/review/review-message-form.tsx';
import { ReviewThread } from '#client/components/review/review-thread.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { useSessionUser } from '#client/store/store.ts';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Review } from '#shared/reviews/calls.ts';

/** Shows the conversation of publisher and reviewers, with internal notes. */
export function ReviewConversation({ review }: { review: Review }) {
  const { version, versions, messages } = review;
  const { uid } = useSessionUser();
  const send = useCallMutation('reviews.comment');
  const titles = new Map(versions.map((known) => [known.id, versionTitle(known)]));
  return (
    <Section title={t`Conversation`}>
      <ReviewThread
        messages={messages}
        ownUid={uid}
        titleOf={(versionId) => titles.get(versionId) ?? t`an earlier version`}
      />
      <ReviewMessageForm
        label={t`Your message`}
        help={t`The publisher is notified and can reply, unless it’s an internal note.`}
        withInternal
        denialReason={null}
        pending={send.isPending}
        error={send.error}
        onSend={(message) => send.mutateAsync({ versionId: version.id, ...message })}
      />
    </Section>
  );
}
