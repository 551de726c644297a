import { basename } from 'node:path';
import type { App } from '#shared/apps/app.ts';
import { evaluatePackage } from '#shared/packages/evaluate.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import type { Version } from '#shared/versions/version.ts';
import { type CommandResult, defineCommand, EXIT, readFileOption, type Tools } from '../command.ts';
import { describeFailure } from '../failure.ts';
import { type ExplainedFinding, explainFindings, hashFile, inspectFile } from '../inspection.ts';
import {
  describeConverted,
  describePlan,
  describeSkipped,
  type ListingPlan,
  planListing,
} from '../listing-push.ts';
import { previewNewListing } from '../new-listing.ts';
import { attachProvenanceFile, type ProvenanceFile, readProvenanceFile } from '../provenance.ts';
import { describeFindings } from '../report.ts';
import { fetchRequirements } from '../requirements.ts';
import type { Store } from '../store.ts';
import {
  noteUnapplied,
  RELEASE_OPTIONS,
  REVIEWER_OPTIONS,
  type ReleaseChoice,
  readListingChanges,
  readReleaseChoice,
  readReviewerInput,
  submitOnce,
  submitWithListing,
} from '../submission.ts';
import {
  applyCategory,
  createTarget,
  findTarget,
  previewCategory,
  type TargetChoice,
} from '../target-app.ts';
import { uploadFile } from '../upload.ts';
import { UsageError } from '../usage-error.ts';
import { exitOfVersion, isDecided, isInspected, readDuration, WAIT_OPTION, waitForVersion } from '../wait.ts';
import { describeVersion, describeWithId } from './status.ts';

/** The time for the inspection of a package, in seconds: a busy store inspects one after another. */
const INSPECTION_SECONDS = 1_800;
/** Pages of versions among which a file is looked for. */
const MAX_PAGES = 100;

/** The parts of a publication that all its files share. */
interface PublicationOptions {
  readonly store: Store;
  readonly tools: Tools;
  readonly target: TargetChoice;
  readonly choice: ReleaseChoice;
  /** True to publish all drafted changes of the listing with a version. */
  readonly withDrafts: boolean;
  /** The given options that only a submission takes. */
  readonly submissionOptions: readonly string[];
  readonly notes: string | null;
  /** The Sigstore bundle of the one file. */
  readonly provenance: ProvenanceFile | null;
  /** A folder with the listing; null leaves the listing as it is. */
  readonly metadata: string | null;
  /** Null without waiting for the decision. */
  readonly waitSeconds: number | null;
  readonly isDryRun: boolean;
}

export const publish = defineCommand({
  usage: 'FILE…',
  summary: 'upload packages, submit them for review and wait until they are published',
  options: {
    app: { type: 'string', value: 'ID', help: 'the app; by default that of the package’s application ID' },
    create: { type: 'boolean', help: 'create the app if there is none' },
    category: {
      type: 'string',
      value: 'ID',
      help: 'the category of an app that isn’t published yet, which its first submission needs',
    },
    metadata: {
      type: 'string',
      value: 'FOLDER',
      help: 'push the texts of a folder in the fastlane layout, together with the submission',
    },
    notes: { type: 'string', value: 'FILE', help: 'release notes in the app’s default language' },
    provenance: {
      type: 'string',
      value: 'FILE',
      help: 'attach a Sigstore bundle that proves where the one package was built',
    },
    ...REVIEWER_OPTIONS,
    ...RELEASE_OPTIONS,
    wait: {
      ...WAIT_OPTION,
      help: 'wait for the decision; by default 30m',
    },
    'dry-run': {
      type: 'boolean',
      help: 'only inspect the packages as the store does, and show what would change in the listing',
    },
  },
  async run({ values, positionals, tools }): Promise<CommandResult> {
    if (positionals.length === 0) throw new UsageError('Give at least one file.');
    if (values.provenance !== undefined && positionals.length > 1) {
      throw new UsageError('--provenance is for one package: publish each file by a command of its own.');
    }
    const publication: PublicationOptions = {
      store: tools.store(),
      tools,
      target: { appId: values.app, canCreate: values.create ?? false, category: values.category },
      choice: { ...readReleaseChoice(values), ...(await readReviewerInput(values, tools.variables)) },
      withDrafts: values['publish-listing'] ?? false,
      submissionOptions: [...Object.keys(RELEASE_OPTIONS), ...Object.keys(REVIEWER_OPTIONS), 'notes'].filter(
        (name) => name in values,
      ),
      notes: values.notes === undefined ? null : await readFileOption('notes', values.notes),
      provenance: values.provenance === undefined ? null : await readProvenanceFile(values.provenance),
      metadata: values.metadata ?? null,
      waitSeconds: values.wait === undefined ? null : readDuration(values.wait),
      isDryRun: values['dry-run'] ?? false,
    };
    const results: CommandResult[] = [];
    for (const file of positionals) {
      const result = await publishFile(publication, file).catch((error: unknown) => {
        // The files before it are published, which a script has to know.
        if (results.length === 0) throw error;
        return describeFailureOf(file, error);
      });
      results.push(result);
      // The next file may depend on this one.
      if (result.exit !== EXIT.done) break;
    }
    return {
      exit: Math.max(...results.map(({ exit }) => exit ?? EXIT.done)),
      text: results.map(({ text }) => text).join('\n'),
      data: { files: results.map(({ data }) => data) },
      findings: results.flatMap(({ findings }) => findings ?? []),
    };
  },
});

async function publishFile(publication: PublicationOptions, file: string): Promise<CommandResult> {
  const { store, tools, target, isDryRun, waitSeconds } = publication;
  tools.progress(`Inspecting ${file}`);
  const { sha256, size } = await hashFile(file);
  const inspection = await inspectFile(file);
  if (inspection.package === null)
    return describeErrors(file, explainFindings(inspection.findings, store.url));
  const found = await findTarget(store, target, inspection.package);
  const findings = explainFindings(await evaluateFor(store, { app: found, inspection, sha256 }), store.url);
  if (findings.some(({ severity }) => severity === 'error')) return describeErrors(file, findings);
  if (isDryRun) return previewFile(publication, { file, facts: inspection.package, app: found, findings });
  const app = found ?? (await createTarget(publication, target, inspection.package));
  await applyCategory(publication, target, app);
  const listing = await compareListing(publication, app);
  if (listing && 'exit' in listing) return listing;
  const uploaded = await upload(publication, { app, file, sha256, size });
  if (exitOfVersion(uploaded) !== EXIT.done) return describePublication(store, file, uploaded);
  const submitted = await submit(publication, { app, uploaded, listing });
  if (waitSeconds === null) return describePublication(store, file, submitted);
  if (!isDecided(submitted)) tools.progress(describeVersion(submitted));
  const decided = await waitForVersion(store, {
    version: submitted,
    seconds: waitSeconds,
    isOver: isDecided,
    onStatus: (version) => tools.progress(describeVersion(version)),
  });
  return describePublication(store, file, decided);
}

interface FilePreview {
  readonly file: string;
  readonly facts: PackageFacts;
  /** Null for one that would be created. */
  readonly app: App | null;
  readonly findings: readonly ExplainedFinding[];
}

/** Returns what a publication would do. */
async function previewFile(
  publication: PublicationOptions,
  { file, facts, app, findings }: FilePreview,
): Promise<CommandResult> {
  const { store, target, metadata } = publication;
  const listing =
    app || metadata === null
      ? await compareListing(publication, app)
      : await previewNewListing(metadata, facts.platform);
  if (listing && 'exit' in listing) return listing;
  const lines = [
    `${file} can be published as ${app?.name ?? 'a new app'}.`,
    ...describeFindings(findings),
    ...(await previewCategory(store, target, app)),
    ...(listing ? ('lines' in listing ? listing.lines : describePlan(listing)) : []),
    ...(listing ? [...describeConverted(listing), ...describeSkipped(listing.skipped)] : []),
  ];
  return { exit: EXIT.done, text: lines.join('\n'), data: { file, appId: app?.id ?? null, findings } };
}

/** Compares the listing of an app with the folder of `--metadata`; null without both. */
async function compareListing({ store, tools, metadata }: PublicationOptions, app: App | null) {
  if (metadata === null || app === null) return null;
  tools.progress(`Comparing the listing with ${metadata}`);
  return planListing(store, { app, folder: metadata, withPictures: false });
}

/** Returns the outcome of a file that failed after others had been published. */
function describeFailureOf(file: string, error: unknown): CommandResult {
  const { exit, text, data } = describeFailure(error);
  return { exit, text: `${file}: ${text}`, data: { file, error: data } };
}

function describeErrors(file: string, findings: readonly ExplainedFinding[]): CommandResult {
  const text = [`${file} can’t be published.`, ...describeFindings(findings)].join('\n');
  return { exit: EXIT.findings, text, data: { file, findings }, findings: [{ file, findings }] };
}

function describePublication({ url }: Store, file: string, version: Version): CommandResult {
  const findings = explainFindings(version.findings, url);
  const exit = exitOfVersion(version);
  const lines = exit === EXIT.findings ? describeFindings(findings) : [];
  const text = [describeWithId(version), ...lines].join('\n');
  return { exit, text, data: { file, version }, findings: [{ file, findings }] };
}

interface EvaluatedFile {
  /** Null for one that is new. */
  readonly app: App | null;
  readonly inspection: Inspection;
  readonly sha256: string;
}

/** Returns the findings by the rules of the store; none for a file that the app has. */
async function evaluateFor(store: Store, { app, inspection, sha256 }: EvaluatedFile) {
  const findings = evaluatePackage(inspection, await fetchRequirements(store, app));
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  // Its own version code is one that was used before.
  return hasErrors && app && (await hasFile(store, app.id, sha256)) ? [] : findings;
}

async function hasFile(store: Store, appId: string, sha256: string): Promise<boolean> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { versions, nextCursor } = await store.call('versions.list', { appId, limit: 100, cursor });
    if (versions.some((version) => version.sha256 === sha256 && version.fileRemovedAt === null)) return true;
    if (nextCursor === null) return false;
    cursor = nextCursor;
  }
  return false;
}

interface FileOfApp {
  readonly app: App;
  readonly file: string;
  readonly sha256: string;
  readonly size: number;
}

/** Uploads what the store doesn't have of a file, and returns its version after the inspection. */
async function upload(
  { store, tools, provenance }: PublicationOptions,
  { app, file, sha256, size }: FileOfApp,
): Promise<Version> {
  const announced = await store.call('versions.create', {
    appId: app.id,
    fileName: basename(file),
    size,
    sha256,
  });
  if (provenance !== null && !(await attachProvenanceFile(store, announced.version, provenance))) {
    noteUnapplied(announced.version, ['provenance'], tools.progress);
  }
  const onProgress = (share: number) => tools.progress(`Uploading ${basename(file)}`, share);
  // Nothing is sent of a file that the store has.
  if (announced.upload.offset < size) {
    await uploadFile(store, { path: file, size, upload: announced.upload, onProgress });
  }
  const { version } = await store.call('versions.get', { versionId: announced.version.id });
  return waitForVersion(store, {
    version,
    seconds: INSPECTION_SECONDS,
    isOver: isInspected,
    onStatus: (reached) => tools.progress(describeVersion(reached)),
  });
}

interface UploadedVersion {
  readonly app: App;
  readonly uploaded: Version;
  /** Null leaves the listing as it is. */
  readonly listing: ListingPlan | null;
}

/** Submits a version, with its listing; says which options change nothing because it was submitted before. */
async function submit(
  publication: PublicationOptions,
  { app, uploaded, listing }: UploadedVersion,
): Promise<Version> {
  const { store, tools, choice, withDrafts, submissionOptions } = publication;
  noteUnapplied(uploaded, submissionOptions, tools.progress);
  const changes = await readListingChanges(store, {
    version: uploaded,
    listing,
    isPublished: withDrafts,
    onNote: tools.progress,
  });
  const submission = { ...choice, ...(await readReleaseNotes(publication, app.id)), ...changes };
  return listing
    ? submitWithListing(store, { version: uploaded, submission, listing, onNote: tools.progress })
    : submitOnce(store, uploaded, submission);
}

/** Returns the release notes as a submission takes them, in the app's default language. */
async function readReleaseNotes({ store, notes }: PublicationOptions, appId: string) {
  if (notes === null) return {};
  const { details } = await store.call('apps.get', { appId });
  return { releaseNotes: { [details.defaultLocale]: notes } };
}
