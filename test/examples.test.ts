import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IssuerKeys, issuerKeys } from '#server/identity/trusted-publishers/issuer-keys.ts';
import type { TrustedIssuer } from '#shared/trusted-publishers/issuer.ts';
import { claimsOfGitHub, claimsOfGitLab, trustRepository } from '#test/examples/id-tokens.ts';
import {
  createProject,
  offlineEnvironment,
  type Project,
  publishedBy,
  RELEASE,
  readExample,
} from '#test/examples/project.ts';
import { type Action, runPipeline, runWorkflow } from '#test/examples/run-ci.ts';
import { findWorkflowErrors } from '#test/examples/workflow-schema.ts';
import { type Issuer, type Issuers, startIssuers } from '#test/support/issuer.ts';
import { PATIENCE_MS } from '#test/support/patience.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { createSigstore } from '#test/support/sigstore.ts';

const run = promisify(execFile);
let issuers: Issuers;
let github: Issuer;
let gitlab: Issuer;
let sigstore: Awaited<ReturnType<typeof createSigstore>>;
let server: TestServer;
let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-examples-'));
  env = offlineEnvironment(directory);
  issuers = await startIssuers();
  github = await issuers.add('github');
  gitlab = await issuers.add('gitlab');
  sigstore = await createSigstore();
  const root = join(directory, 'trusted_root.json');
  await writeFile(root, sigstore.trustedRoot);
  server = await startTestServer({
    env: { OIDC_PRIVATE_ISSUERS: issuers.origin, SIGSTORE_TRUSTED_ROOT: root },
  });
  const keys = new IssuerKeys({ timeoutMs: PATIENCE_MS, pauseMs: PATIENCE_MS });
  server.context.services.replace(issuerKeys, keys);
  const trustedIssuers: TrustedIssuer[] = [
    { url: github.url, kind: 'github' },
    { url: gitlab.url, kind: 'gitlab' },
  ];
  await (await server.admin()).call('settings.update', { settings: { trustedIssuers } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await issuers[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const makeProject = () => createProject(server, directory);

/** Returns an example for an app of the test's store. */
const exampleFor = (path: string, { appId }: { appId: string } = { appId: 'app' }) =>
  readExample(path, { url: server.url, appId });

/** Runs a command line that an example contains, as its program would. */
async function runCommand([program = '', ...args]: readonly string[], { token, folder }: Project) {
  const { stdout } = await run(program, args, { cwd: folder, env: { ...env, QUAYSIDE_TOKEN: token } });
  return stdout;
}

describe('GitHub Actions', () => {
  test('the workflow fits the schema of GitHub', async () => {
    const workflow = await exampleFor('github/publish.yml');
    expect(await findWorkflowErrors(workflow)).toEqual([]);
    expect(await findWorkflowErrors(workflow.replace('runs-on', 'run-on'))).not.toEqual([]);
  });

  test('builds and publishes without a secret, with provenance and a summary', async () => {
    const project = await makeProject();
    await trustRepository(project, github, { kind: 'github', workflow: '.github/workflows/publish.yml' });
    const artifact = join(directory, 'artifact');
    const actions: Record<string, Action> = {
      'actions/checkout': async (_, workspace) => {
        await cp(project.folder, workspace, { recursive: true });
        return {};
      },
      'actions/attest-build-provenance': async ({ 'subject-path': path = '' }, workspace) => {
        const bytes = await readFile(join(workspace, path));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const bundle = join(directory, 'bundle.json');
        await writeFile(bundle, JSON.stringify(await sigstore.attest({ sha256 })));
        return { 'bundle-path': bundle };
      },
      'actions/upload-artifact': async ({ path = '' }, workspace) => {
        await cp(join(workspace, path), artifact, { recursive: true });
        return {};
      },
      'actions/download-artifact': async (_, workspace) => {
        await cp(artifact, workspace, { recursive: true });
        return {};
      },
    };
    const summary = join(directory, 'summary.md');
    const running = runWorkflow(await exampleFor('github/publish.yml', project), {
      directory,
      actions,
      env: { ...env, GITHUB_STEP_SUMMARY: summary },
      idTokenEnv: (environment) => {
        github.jobClaims = (audience) => claimsOfGitHub({ audience, environment });
        return {
          ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/id-token?api-version=2.0`,
          ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job',
        };
      },
    });
    expect(await publishedBy(server, project, running)).toMatch(/^Version 1\.0 \(1\) is published\.\n/);
    expect(await readFile(summary, 'utf8')).toContain('Version 1.0 (1) is published.');
    const { versions } = await project.owner.call('apps.get', { appId: project.appId });
    const { version } = await project.owner.call('versions.get', { versionId: versions[0]?.id ?? '' });
    expect(version.provenance).toMatchObject({ repository: 'https://github.com/example/harbour' });
  });
});

describe('GitLab CI', () => {
  /** Rejects a pipeline that doesn’t fit the schema of GitLab. */
  async function validate(pipeline: string): Promise<void> {
    const folder = await mkdtemp(join(directory, 'gitlab-'));
    await writeFile(join(folder, '.gitlab-ci.yml'), pipeline);
    const program = fileURLToPath(import.meta.resolve('gitlab-ci-local'));
    await run(process.execPath, [program, '--list'], { cwd: folder, env });
  }

  test('the pipeline fits the schema of GitLab', async () => {
    const pipeline = await exampleFor('gitlab/.gitlab-ci.yml');
    await validate(pipeline);
    await expect(validate(pipeline.replace('artifacts:', 'artefacts:'))).rejects.toThrow('artefacts');
  });

  test('builds and publishes without a secret', async () => {
    const project = await makeProject();
    await trustRepository(project, gitlab, { kind: 'gitlab', workflow: '.gitlab-ci.yml' });
    const running = runPipeline(await exampleFor('gitlab/.gitlab-ci.yml', project), {
      directory,
      project: project.folder,
      env,
      signIdToken: (audience, environment) => gitlab.sign(claimsOfGitLab(gitlab, { audience, environment })),
    });
    expect(await publishedBy(server, project, running)).toMatch(/^Version 1\.0 \(1\) is published\.\n/);
  });
});

/**
 * Returns the arguments of a call in Ruby or Groovy. `values` are those of the variables and expressions in it; throws for
 * one that isn't there.
 */
function argumentsOf(call: string, values: Readonly<Record<string, string>>): string[] {
  const valueOf = (expression: string) => {
    const value = values[expression];
    if (value === undefined) throw new Error(`${expression} has no value.`);
    return value;
  };
  return call
    .trim()
    .split(/,\s*/)
    .map((argument) => {
      const [, text] = /^(?:'(.*)'|"(.*)")$/.exec(argument)?.filter((part) => part !== undefined) ?? [];
      if (text === undefined) return valueOf(argument);
      return text.replaceAll(/[#$]\{(\w+)\}/g, (_, name: string) => valueOf(name));
    });
}

describe('fastlane and Gradle', () => {
  test('the lane publishes what Gradle built, with the texts of fastlane', async () => {
    const project = await makeProject();
    const lane = await exampleFor('fastlane/Fastfile', project);
    const [, call = ''] = /\bsh\((.*?)\n {4}\)/s.exec(lane) ?? [];
    const command = argumentsOf(call, {
      store: server.url,
      'lane_context[SharedValues::GRADLE_APK_OUTPUT_PATH]': join(project.folder, 'built.apk'),
    });
    const texts = join(project.folder, 'metadata/android/en-US');
    await mkdir(texts, { recursive: true });
    await writeFile(join(texts, 'short_description.txt'), 'Sails further\n');
    const printed = await publishedBy(server, project, runCommand(command, project));
    expect(printed).toMatch(/^Version 1\.0 \(1\) is published\.\n/);
    const { listings } = await project.owner.call('apps.getListing', { appId: project.appId });
    expect(listings[0]?.texts.summary).toBe('Sails further');
  });

  test('the task of Gradle publishes its release', async () => {
    const project = await makeProject();
    const script = await exampleFor('gradle/quayside.gradle', project);
    expect(script).toContain(`packageFile = file('${RELEASE.replace('app/', '')}')`);
    const [, call = ''] = /\bcommandLine (.*)/.exec(script) ?? [];
    const command = argumentsOf(call, {
      npx: 'npx',
      packageFile: join(project.folder, 'built.apk'),
      store: server.url,
      app: project.appId,
    });
    const printed = await publishedBy(server, project, runCommand(command, project));
    expect(printed).toMatch(/^Version 1\.0 \(1\) is published\.\n/);
  });
});

describe('quayside init', () => {
  let program = '';

  beforeAll(async () => {
    await run('npx', ['--yes', `${server.url}cli.tgz`, '--version'], { cwd: directory, env });
    [program = ''] = globSync(join(directory, 'cache/_npx/*/node_modules/quayside-cli/dist/bin/quayside.js'));
  });

  /** Runs it in a folder, with the command that npx installed. */
  async function init(folder: string, args: readonly string[], token: string): Promise<string> {
    const credentials = { QUAYSIDE_URL: server.url, QUAYSIDE_TOKEN: token };
    const { stdout } = await run(process.execPath, [program, 'init', ...args], {
      cwd: folder,
      env: credentials,
    });
    return stdout;
  }

  test('writes each example for an app', async () => {
    const project = await makeProject();
    const written = {
      'github/publish.yml': '.github/workflows/publish.yml',
      'gitlab/.gitlab-ci.yml': '.gitlab-ci.yml',
      'fastlane/Fastfile': 'fastlane/Fastfile',
      'gradle/quayside.gradle': 'app/quayside.gradle',
    };
    for (const [example, path] of Object.entries(written)) {
      const args = ['--app', project.applicationId, '--ci', dirname(example)];
      expect(await init(project.folder, args, project.token)).toContain(`Wrote ${path}. `);
      const text = await readFile(join(project.folder, path), 'utf8');
      expect(text).toBe(await exampleFor(example, project));
    }
    const unknown = init(project.folder, ['--app', project.appId, '--ci=cvs'], project.token);
    await expect(unknown).rejects.toThrow('github, gitlab, fastlane, gradle');
  });

  test('replaces whatever is for Android in those for iOS', async () => {
    const project = await makeProject();
    const { app } = await project.owner.call('apps.create', {
      platform: 'ios',
      applicationId: project.applicationId,
      name: 'Sails',
    });
    const show = (ci: string) =>
      init(project.folder, ['--app', app.id, '--ci', ci, '--dry-run'], project.token);
    for (const ci of ['github', 'gitlab', 'fastlane']) {
      expect(await show(ci)).not.toMatch(/apk|android|gradle/i);
    }
    const workflow = await show('github');
    expect(await findWorkflowErrors(workflow)).toEqual([]);
    expect(workflow).toContain('runs-on: macos-latest');
    await expect(show('gradle')).rejects.toThrow('isn’t for apps of ios');
  });
});
