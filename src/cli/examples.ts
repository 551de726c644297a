import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Platform } from '#shared/packages/platform.ts';

/** The packages of the command and of a release have the folder, too. */
const FOLDER = fileURLToPath(new URL('../../examples', import.meta.url));

/** An example for a build server, which `init` fills in. */
interface Example {
  /** The file in the folder of the examples. */
  readonly source: string;
  /** The file in the repository of the app. */
  readonly path: string;
  readonly platforms: readonly Platform[];
  /** The issuer of the ID tokens by which its jobs are trusted; undefined where they need a token. */
  readonly issuer?: string;
  /** The steps that are left to the publisher. */
  readonly next: string;
}

export const EXAMPLES: Readonly<Record<string, Example>> = {
  github: {
    source: 'github/publish.yml',
    path: '.github/workflows/publish.yml',
    platforms: ['android', 'ios'],
    issuer: 'https://token.actions.githubusercontent.com',
    next: 'Check the step that builds the app, and follow the comment at the top.',
  },
  gitlab: {
    source: 'gitlab/.gitlab-ci.yml',
    path: '.gitlab-ci.yml',
    platforms: ['android', 'ios'],
    issuer: 'https://gitlab.com',
    next: 'Check the job that builds the app, and follow the comment at the top.',
  },
  fastlane: {
    source: 'fastlane/Fastfile',
    path: 'fastlane/Fastfile',
    platforms: ['android', 'ios'],
    next: 'Run it with: fastlane quayside_publish',
  },
  gradle: {
    source: 'gradle/quayside.gradle',
    path: 'app/quayside.gradle',
    platforms: ['android'],
    next: 'Apply it in the build file beside it: apply(from = "quayside.gradle")',
  },
};

/** The address and the app that all examples have. */
export const PLACEHOLDERS = {
  url: 'https://hub.example.org/quayside/',
  appId: '00000000-0000-0000-0000-000000000000',
} as const;

/** The parts of the examples that differ for iOS. */
const FOR_IOS: readonly (readonly [android: string, ios: string])[] = [
  ['build:\n    runs-on: ubuntu-latest', 'build:\n    runs-on: macos-latest'],
  ['image: ghcr.io/cirruslabs/android-sdk:35', 'tags: [saas-macos-medium-m1]'],
  ['./gradlew assembleRelease', 'fastlane gym --output_name release'],
  ['app/build/outputs/apk/release/app-release.apk', 'release.ipa'],
  ['app.apk', 'app.ipa'],
  [' with the texts in fastlane/metadata/android', ''],
  [':android', ':ios'],
  ["gradle(task: 'assemble', build_type: 'Release')", 'gym'],
  ['GRADLE_APK_OUTPUT_PATH', 'IPA_OUTPUT_PATH'],
  [" '--metadata', 'metadata/android',", ''],
];

/** Returns the text of an example for one app of a store. */
export async function fillIn(
  { source }: Example,
  { url, appId, platform }: { url: string; appId: string; platform: Platform },
): Promise<string> {
  const example = await readFile(join(FOLDER, source), 'utf8');
  const replaced: typeof FOR_IOS = [
    [PLACEHOLDERS.url, url],
    [PLACEHOLDERS.appId, appId],
    ...(platform === 'ios' ? FOR_IOS : []),
  ];
  return replaced.reduce((text, [from, to]) => text.replaceAll(from, to), example);
}
