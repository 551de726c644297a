import type { App } from '#shared/apps/app.ts';
import { CallError } from '#shared/errors.ts';
import { listingTextsSchema } from '#shared/listings/listing.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';
import type { Tools } from './command.ts';
import { findAppByAnyId, findApplication } from './find-app.ts';
import type { Store } from './store.ts';
import { UsageError } from './usage-error.ts';

/** The options that say to which app packages belong. */
export interface TargetChoice {
  readonly appId: string | undefined;
  readonly canCreate: boolean;
  /** Of an app that isn't published yet. */
  readonly category: string | undefined;
}

interface TargetTools {
  readonly store: Store;
  readonly tools: Tools;
}

/** Returns the app of a package; null when it has to be created, which is wanted. Throws `UsageError` and `CallError`. */
export async function findTarget(
  store: Store,
  { appId, canCreate }: TargetChoice,
  facts: PackageFacts,
): Promise<App | null> {
  const { platform, applicationId } = facts;
  const mayBeNew = canCreate && (appId === undefined || appId === applicationId);
  if (appId !== undefined && !mayBeNew) return findAppByAnyId(store, appId, platform);
  const found = await findApplication(store, applicationId, platform);
  if (found === null && mayBeNew) requireName(store, nameOf(facts));
  if (found || mayBeNew) return found;
  throw new UsageError(`You have no app ${applicationId}. Create it with --create, or give --app.`);
}

/** Returns the name with which the app of a package begins. */
function nameOf({ label, applicationId }: PackageFacts): string {
  return label.trim() || applicationId;
}

/** Throws `UsageError` for a name in a package that nobody could enter, because the app would begin with it. */
function requireName({ url }: Store, name: string): void {
  const { error } = listingTextsSchema.shape.name.safeParse(name);
  if (!error) return;
  const reasons = error.issues.map(({ message }) => message).join(' ');
  throw new UsageError(
    `The name in the package can’t be the app’s: ${reasons} Create the app with another name at ${url}dashboard/apps/new, then publish without --create.`,
  );
}

/**
 * Creates the app of a package that has passed the store's rules, and returns it; another command may create the same app
 * meanwhile. Throws `CallError`.
 */
export async function createTarget(
  { store, tools }: TargetTools,
  { category }: TargetChoice,
  facts: PackageFacts,
): Promise<App> {
  const { platform, applicationId } = facts;
  tools.progress(`Creating the app ${applicationId}`);
  try {
    return (await store.call('apps.create', { platform, applicationId, name: nameOf(facts), category })).app;
  } catch (error) {
    const isTaken = error instanceof CallError && error.code === 'already-exists';
    const created = isTaken ? await findApplication(store, applicationId, platform) : null;
    if (created === null) throw error;
    return created;
  }
}

/** Others may save a change between the read of the details and their change. */
const MAX_ATTEMPTS = 5;

/** Sets the category of an app that isn't published yet; of any other, says that it stays. Throws `CallError`. */
export async function applyCategory(
  { store, tools }: TargetTools,
  { category }: TargetChoice,
  { id: appId, status }: App,
): Promise<void> {
  if (category === undefined) return;
  for (let attempt = 1; ; attempt += 1) {
    const { details, detailsRevision: revision } = await store.call('apps.get', { appId });
    if (details.category === category) return;
    if (status !== 'draft') {
      tools.progress(keptCategory(details.category));
      return;
    }
    try {
      await store.call('apps.updateDetails', { appId, details: { category }, revision });
      return;
    } catch (error) {
      const isStale = error instanceof CallError && error.code === 'aborted';
      if (!isStale || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Returns the lines of what `--category` would change of an app; null for one that would be created. Throws `CallError`. */
export async function previewCategory(
  store: Store,
  { category }: TargetChoice,
  app: App | null,
): Promise<string[]> {
  if (category === undefined) return [];
  const current = app ? (await store.call('apps.get', { appId: app.id })).details.category : '';
  if (current === category) return [];
  if (app && app.status !== 'draft') return [keptCategory(current)];
  return ['category', ...(current === '' ? [] : [`  - ${current}`]), `  + ${category}`];
}

function keptCategory(current: string): string {
  return `The category stays ${current || 'empty'}: --category is for apps that aren’t published yet.`;
}
