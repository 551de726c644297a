import type { Actor } from '#shared/lifecycle.ts';

/** Identifies who acts on an app, a version or a release; the store itself and its operator have no id. */
export type ActorIdentity =
  | { readonly actor: Exclude<Actor, 'system' | 'operator'>; readonly uid: string }
  | { readonly actor: 'system' | 'operator'; readonly uid: null };

export const SYSTEM: ActorIdentity = { actor: 'system', uid: null };

/** No request can act as the operator: only commands on the server's machine do. */
export const OPERATOR: ActorIdentity = { actor: 'operator', uid: null };
