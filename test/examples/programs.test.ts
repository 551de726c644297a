import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '#test/support/set-up.ts';
import { createProject, offlineEnvironment, type Project, publishedBy, readExample } from './project.ts';

const PUBLISHED = 'Version 1.0 (1) is published.';

const server = setUpTestServer();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-programs-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Makes a project with an example in it. */
async function makeProject(example: string, path: string): Promise<Project> {
  const project = await createProject(server, directory);
  await mkdir(join(project.folder, path, '..'), { recursive: true });
  const text = await readExample(example, { url: server.url, appId: project.appId });
  await writeFile(join(project.folder, path), text);
  return project;
}

/** Runs a program in a project until its version is published; returns what it printed. */
async function publish(project: Project, program: string, args: readonly string[]): Promise<string> {
  const env = {
    ...offlineEnvironment(directory),
    QUAYSIDE_TOKEN: project.token,
    FASTLANE_SKIP_UPDATE_CHECK: '1',
    FASTLANE_OPT_OUT_USAGE: '1',
    LC_ALL: 'C.UTF-8',
  };
  const running = promisify(execFile)(program, args, { cwd: project.folder, env });
  const printed = running.then(({ stdout, stderr }) => stdout + stderr);
  return await publishedBy(server, project, printed);
}

test('Gradle runs the task after the release is built, and logs no secret', async () => {
  const project = await makeProject('gradle/quayside.gradle', 'app/quayside.gradle');
  await writeFile(join(project.folder, 'settings.gradle'), `include ':app'\n`);
  const build = `apply from: 'quayside.gradle'
task assembleRelease(type: Copy) {
    from "$rootDir/built.apk"
    into 'build/outputs/apk/release'
    rename { 'app-release.apk' }
}
`;
  await writeFile(join(project.folder, 'app/build.gradle'), build);
  const args = ['--offline', '--no-daemon', '--info', 'publishToQuayside'];
  const printed = await publish(project, 'gradle', args);
  expect(printed).toContain(PUBLISHED);
  expect(printed).not.toContain(project.token);
});

test('fastlane runs the lane, with the texts of its folder, and logs no secret', async () => {
  const project = await makeProject('fastlane/Fastfile', 'fastlane/Fastfile');
  const texts = join(project.folder, 'fastlane/metadata/android/en-US');
  await mkdir(texts, { recursive: true });
  await writeFile(join(texts, 'short_description.txt'), 'Sails further\n');
  const args = ['quayside_publish', '--verbose'];
  const printed = await publish(project, 'fastlane', args);
  expect(printed).toContain(PUBLISHED);
  expect(printed).not.toContain(project.token);
  const { listings } = await project.owner.call('apps.getListing', { appId: project.appId });
  expect(listings[0]?.texts.summary).toBe('Sails further');
});

test('GitLab’s pipeline runs in gitlab-ci-local', async () => {
  const project = await makeProject('gitlab/.gitlab-ci.yml', '.gitlab-ci.yml');
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: project.folder });
  await git('init', '--quiet');
  await git('add', '--all');
  const program = fileURLToPath(import.meta.resolve('gitlab-ci-local'));
  const printed = await publish(project, process.execPath, [
    program,
    '--force-shell-executor',
    '--shell-isolation',
    '--variable=CI_COMMIT_TAG=v1.0',
    `--variable=QUAYSIDE_TOKEN=${project.token}`,
  ]);
  expect(printed).toContain(PUBLISHED);
});
