import type { CallName } from '#shared/calls.ts';
import { exampleInputs } from '#test/support/contract-inputs.ts';
import type { Targets } from './matrix-store.ts';

/** Fields with the id of an app or a part of it. */
const OF_APPS = new Set([
  'appId',
  'versionId',
  'webhookId',
  'deliveryId',
  'graphicId',
  'invitationId',
  'trustedPublisherId',
  'appIds',
]);
/** Calls that only narrow a list by the id of an app: apps of others are left out of it instead of missing. */
const NARROWED_BY_APP = new Set<CallName>(['apps.list']);
/** Fields with the id of a part of an account. */
const OF_ACCOUNTS = new Set(['tokenId', 'sessionId', 'notificationId']);

/** Replaces the made-up ids in an input with those of the targets. */
function aim(name: CallName, input: Record<string, unknown>, targets: Targets): Record<string, unknown> {
  const one = name.startsWith('notifications.') ? { id: targets.notificationId } : {};
  const lists = { appIds: [targets.appId], ids: [targets.graphicId], userIds: [targets.uid] };
  const aims: Record<string, unknown> = { ...targets, ...lists, ...one };
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, value === null ? value : (aims[field] ?? value)]),
  );
}

export function aimed(name: CallName, targets: Targets): Record<string, unknown>[] {
  return exampleInputs(name).map((input) => aim(name, input, targets));
}

const isOfApp = (name: CallName, field: string) => OF_APPS.has(field) && !NARROWED_BY_APP.has(name);
const isOfAccount = (name: CallName, field: string) =>
  OF_ACCOUNTS.has(field) || (field === 'id' && name.startsWith('notifications.'));
export const isNaming = (name: CallName, field: string) => isOfApp(name, field) || isOfAccount(name, field);
const fieldsOf = (name: CallName) => Object.keys(exampleInputs(name)[0] ?? {});
export const namesApp = (name: CallName) => fieldsOf(name).some((field) => isOfApp(name, field));
export const namesAccount = (name: CallName) => fieldsOf(name).some((field) => isOfAccount(name, field));
