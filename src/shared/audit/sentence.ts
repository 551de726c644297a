import { findEvent } from '../events.ts';
import { t } from '../languages/translate.ts';
import type { NamedField } from '../listings/events.ts';
import type { AuditEntry } from './calls.ts';

/** Part of a sentence: plain text, or a link. */
export interface SentencePart {
  readonly kind: 'words' | 'actor' | 'app' | 'version' | 'subject';
  readonly text: string;
}

/** Returns an audit entry as the parts of a sentence. */
export function auditSentence(entry: AuditEntry): SentencePart[] {
  const template = findEvent(entry.event)?.sentence ?? `did “${entry.event}”`;
  const parts = template.split(/\{(\w+)\}/).map((text, index): SentencePart => {
    if (index % 2 === 0) return { kind: 'words', text };
    if (text === 'app') return { kind: 'app', text: entry.appName ?? t`a deleted app` };
    if (text === 'version') return { kind: 'version', text: entry.versionTitle ?? t`with no version code` };
    if (text === 'subject') return { kind: 'subject', text: entry.subjectName ?? t`a deleted account` };
    return { kind: 'words', text: describeValue(entry.details[text]) };
  });
  return [
    { kind: 'actor', text: actorText(entry) },
    { kind: 'words', text: ' ' },
    ...parts.filter(({ text }) => text !== ''),
    { kind: 'words', text: '.' },
  ];
}

/** Returns the sentence of an audit entry without its actor: "removed Harbour from the store". */
export function auditPredicate(entry: AuditEntry): string {
  return auditSentence(entry)
    .slice(2, -1)
    .map(({ text }) => text)
    .join('');
}

/** Returns the name of who acted: `System` for automatic actions. */
export function actorText({ actorUid, actorName }: AuditEntry): string {
  if (actorUid === null) return t`System`;
  return actorName ?? t`A deleted account`;
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeField).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'something';
}

/** Returns `storeName` as `store name`, and a field of a listing with its language. */
function describeField(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const { field, locale } = value as NamedField;
  return locale === '' ? describeField(field) : `${describeField(field)} (${locale})`;
}
