import type { AuditEntry } from './calls.ts';

/**
 * What each event says after the name of who acted. Braces name what the entry is about: `app`, `version` and
 * `subject` (a person) can be opened; anything else comes from its details.
 */
export const AUDIT_SENTENCES: Readonly<Record<string, string>> = {
  'app.created': 'created the app {app}',
  'app.deleted': 'deleted the app {app}',
  'app.details-updated': 'changed the details of {app}',
  'app.published': 'published {app} with its first version',
  'app.unpublished': 'unpublished {app}',
  'app.republished': 'published {app} again',
  'app.removed': 'removed {app} from the store',
  'app.restored': 'restored {app}',
  'app.transferred': 'took over {app}',
  'app.update-announced': 'told people about version {version} of {app}',
  'version.created': 'began to upload a version of {app}',
  'version.received': 'received the file of a version of {app}',
  'version.refused': 'refused version {version} of {app} after inspection',
  'version.accepted': 'inspected version {version} of {app}, which passed',
  'version.submitted': 'submitted version {version} of {app} for review',
  'version.withdrawn': 'withdrew version {version} of {app}',
  'version.claimed': 'claimed the review of version {version} of {app}',
  'version.claim-released': 'gave the review of version {version} of {app} back to the queue',
  'version.approved': 'approved version {version} of {app}',
  'version.rejected': 'rejected version {version} of {app}',
  'version.published': 'published version {version} of {app}',
  'version.unpublished': 'unpublished version {version} of {app}',
  'version.republished': 'published version {version} of {app} again',
  'version.removed': 'removed version {version} of {app} from the store',
  'version.restored': 'restored version {version} of {app}',
  'version.deleted': 'deleted a version of {app}',
  'review.claim-reminded': 'reminded {subject} of the review of version {version} of {app}',
  'release.published': 'published version {version} of {app} by hand',
  'release.scheduled': 'changed when version {version} of {app} is published',
  'release.rollout-changed': 'offered version {version} of {app} to {percentage}% of devices',
  'release.halted': 'halted the rollout of version {version} of {app}',
  'release.resumed': 'resumed the rollout of version {version} of {app}',
  'release.completed': 'offered version {version} of {app} to every device',
  'release.rolled-back': 'went back to version {version} of {app} for new installs',
  'listing.updated': 'changed the {locale} listing of {app}',
  'listing.deleted': 'deleted the {locale} listing of {app}',
  'listing.graphic-added': 'added a picture to the {locale} listing of {app}',
  'listing.graphic-deleted': 'deleted a picture from the {locale} listing of {app}',
  'member.invited': 'invited {email} to {app}',
  'member.invitation-revoked': 'took back the invitation of {email} to {app}',
  'member.joined': 'joined {app} as {role}',
  'member.declined': 'declined to join {app}',
  'member.role-changed': 'made {subject} {to} of {app}',
  'member.removed': 'took {subject} out of {app}',
  'member.left': 'left {app}',
  'token.created': 'created an API token',
  'token.revoked': 'revoked an API token',
  'webhook.created': 'added a webhook to {url}',
  'webhook.deleted': 'deleted the webhook to {url}',
  'announcement.sent': 'announced “{title}”',
  'announcement.stopped': 'stopped the announcement “{title}”',
  'settings.updated': 'changed settings of the store: {changed}',
  'user.first-admin-created': 'made {subject} the first admin',
  'user.onboarded': 'finished onboarding',
  'user.asked-to-publish': 'asked to publish',
  'user.publishing-approved': 'let {subject} publish',
  'user.publishing-refused': 'refused to let {subject} publish',
  'user.role-changed': 'changed the role of {subject} from {from} to {to}',
  'user.verified': 'verified who {subject} is',
  'user.unverified': 'took the verified badge from {subject}',
  'user.suspended': 'suspended {subject}',
  'user.unsuspended': 'lifted the suspension of {subject}',
  'user.deleted': 'deleted their account',
  'user.password-changed': 'changed their password',
  'user.password-reset': 'reset their password',
  'user.two-factor-enabled': 'turned two-factor sign-in on',
  'user.two-factor-disabled': 'turned two-factor sign-in off',
  'user.recovery-codes-renewed': 'made new recovery codes',
  'user.passkey-added': 'added a passkey',
  'user.passkey-removed': 'removed a passkey',
};

/** A piece of a sentence: plain words, or the name of something that the reader can open. */
export interface SentencePart {
  readonly kind: 'words' | 'actor' | 'app' | 'version' | 'subject';
  readonly text: string;
}

/** An entry of the audit log as a sentence, in pieces: who did what to which app, version or person. */
export function auditSentence(entry: AuditEntry): SentencePart[] {
  const template = AUDIT_SENTENCES[entry.event] ?? `did “${entry.event}”`;
  const parts = template.split(/\{(\w+)\}/).map((text, index): SentencePart => {
    if (index % 2 === 0) return { kind: 'words', text };
    if (text === 'app') return { kind: 'app', text: entry.appName ?? 'an app that is gone' };
    if (text === 'version') return { kind: 'version', text: entry.versionTitle ?? 'without a number' };
    if (text === 'subject') return { kind: 'subject', text: entry.subjectName ?? 'a deleted account' };
    return { kind: 'words', text: wordsOf(entry.details[text]) };
  });
  return [
    { kind: 'actor', text: actorOf(entry) },
    { kind: 'words', text: ' ' },
    ...parts.filter(({ text }) => text !== ''),
    { kind: 'words', text: '.' },
  ];
}

function actorOf({ actorUid, actorName }: AuditEntry): string {
  if (actorUid === null) return 'The store';
  return actorName ?? 'A deleted account';
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(nameAsWords).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'something';
}

/** `storeName` as `store name`. */
function nameAsWords(name: unknown): string {
  return String(name).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
