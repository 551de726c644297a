import type { Actor } from '#shared/lifecycle.ts';

/** Identifies who acts on an app, a version or a release; the store itself has no id. */
export type ActorIdentity =
  | { readonly actor: Exclude<Actor, 'system'>; readonly uid: string }
  | { readonly actor: 'system'; readonly uid: null };

export const SYSTEM: ActorIdentity = { actor: 'system', uid: null };
