import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { callError } from '../../platform/input/call-error.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { lockSetup, writeSetup } from '../setup/stored.ts';

/** A change of the store's logo. */
interface LogoChange {
  readonly by: string;
  readonly change: 'set' | 'removed' | 'restored';
  /** The new logo's stored file; null for none. */
  readonly logo: { readonly key: string; readonly size: number } | null;
  /** The logo as the caller saw it; undefined to replace whichever is current. */
  readonly before: string | null | undefined;
}

/**
 * Changes the store's logo; the audit log names both. The earlier file stays for as long as the log names it. Throws
 * `aborted` when the current logo isn't the one that the caller saw.
 */
export async function changeLogo(tx: Tx, { by, change, logo, before }: LogoChange): Promise<void> {
  const { logoKey: current } = await lockSetup(tx);
  if (before !== undefined && before !== current) throw staleLogo();
  const after = logo?.key ?? null;
  if (current === after) return;
  await writeSetup(tx, { logoKey: after, logoSize: logo?.size ?? null });
  await emit(tx, { by, name: 'settings.logo-changed', details: { change, before: current, after } });
  // Apps without an icon show it in the AltStore sources.
  await queueRebuild(tx, 'all');
}

function staleLogo(): CallError {
  return callError(
    'aborted',
    () => t`Someone else changed the logo meanwhile. Review the current one, then save again.`,
    { reason: 'stale', changed: ['logo'] },
  );
}
