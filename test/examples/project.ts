import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLACEHOLDERS } from '#cli/examples.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { TestServer } from '#test/support/server.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** The package that Gradle builds in a project. */
export const RELEASE = 'app/build/outputs/apk/release/app-release.apk';

/** A project whose Gradle builds a package of an app, with a token of the app's owner. */
export interface Project extends OwnApp {
  readonly folder: string;
  readonly token: string;
}

/** Makes a project in a folder of its own. */
export async function createProject(server: TestServer, directory: string): Promise<Project> {
  const app = await createOwnApp(server);
  const scopes = ['read', 'upload', 'listing', 'submit'] as const;
  const { secret: token } = await app.owner.call('tokens.create', { name: 'CI', scopes: [...scopes] });
  const folder = await mkdtemp(join(directory, 'project-'));
  await writeFile(join(folder, 'built.apk'), app.build());
  const gradlew = `#!/bin/sh -e\nmkdir -p $(dirname ${RELEASE})\ncp built.apk ${RELEASE}\n`;
  await writeFile(join(folder, 'gradlew'), gradlew, { mode: 0o755 });
  return { ...app, folder, token };
}

/** Returns an example for an app of a store. Throws when it doesn't name both. */
export async function readExample(
  path: string,
  { url, appId }: { readonly url: string; readonly appId: string },
): Promise<string> {
  const text = await readFile(join(EXAMPLES, path), 'utf8');
  for (const placeholder of Object.values(PLACEHOLDERS)) {
    if (!text.includes(placeholder)) throw new Error(`${path} lacks ${placeholder}.`);
  }
  return text.replaceAll(PLACEHOLDERS.url, url).replaceAll(PLACEHOLDERS.appId, appId);
}

/** Returns the environment of programs that have no package registry. */
export function offlineEnvironment(directory: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: directory,
    npm_config_cache: join(directory, 'cache'),
    npm_config_globalconfig: join(directory, 'none'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  };
}

/** Approves the version that a build server submits, as soon as it is there. Returns what the build server printed. */
export async function publishedBy(
  server: TestServer,
  { owner, appId }: OwnApp,
  running: Promise<string>,
): Promise<string> {
  const submitted = waitUntil('a version is submitted', async () => {
    const { versions } = await owner.call('apps.get', { appId });
    return versions.find(({ status }) => status === 'submitted')?.id;
  });
  // One that fails submits nothing.
  const versionId = await Promise.race([submitted, running.then(() => '')]);
  await (await server.admin()).call('reviews.approve', { versionId });
  return running;
}
