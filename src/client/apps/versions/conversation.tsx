import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ReviewMessageForm } from '#client/components/review/review-message-form.tsx';
import { ReviewThread } from '#client/components/review/review-thread.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { useSessionUser } from '#client/store/store.ts';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { type AppRole, roleDenialReason } from '#shared/members/member.ts';
import type { Version, VersionSummary } from '#shared/versions/version.ts';

interface ConversationProps {
  readonly version: Version;
  readonly role: AppRole;
  /** The app's newest versions, which share the conversation. */
  readonly versions: readonly VersionSummary[];
}

/** Shows the publisher's conversation with the reviewers. */
export function Conversation({ version, role, versions }: ConversationProps) {
  const { uid } = useSessionUser();
  const input = { versionId: version.id };
  const call = useCallQuery('reviews.thread', input);
  const { data } = call;
  const comment = useCallMutation('reviews.comment');
  const titles = new Map(versions.map((one) => [one.id, versionTitle(one)]));
  return (
    <Section title={t`Conversation with the reviewers`}>
      <CallStatus call={call} skeleton={<ListSkeleton rows={1} />} />
      {data !== undefined && (
        <ReviewThread
          // Admins read internal notes only on the review page.
          messages={data.messages.filter(({ isInternal }) => !isInternal)}
          ownUid={uid}
          titleOf={(versionId) => titles.get(versionId) ?? t`an earlier version`}
        />
      )}
      {role !== 'admin' && (
        <ReviewMessageForm
          label={t`Your message`}
          help={t`About ${versionTitle(version)}. Store staff and members of this app can read it.`}
          denialReason={roleDenialReason(role, 'maintainer')}
          pending={comment.isPending}
          error={comment.error}
          onSend={({ id, text }) => comment.mutateAsync({ ...input, id, text })}
        />
      )}
    </Section>
  );
}
