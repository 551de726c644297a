import { randomInt } from 'node:crypto';
import { makeIdentity } from '#test/apk-signer.ts';
import { buildPackage } from '#test/world/packages.ts';
import { sendPackage } from '#test/world/send-package.ts';
import { onboard, type Person } from './people.ts';

/** An app that only one journey knows, so that the journey can be run again in the same store. */
export interface OwnApp {
  readonly publisher: Person;
  readonly appId: string;
  readonly name: string;
  /** Brings a package, made from this fixture, up to its review; gives the version's id. */
  readonly submit: (from: 'plain' | 'next', versionName: string) => Promise<string>;
}

/** Creates an app of a new publisher. */
export async function createOwnApp(url: string): Promise<OwnApp> {
  const publisher = await onboard(url, 'publish');
  const letters = Array.from({ length: 6 }, () => String.fromCodePoint(97 + randomInt(26)));
  const name = `Q${letters.join('')}`;
  const applicationId = `org.example.${name.toLowerCase()}`;
  const { app } = await publisher.call('apps.create', { platform: 'android', applicationId, name });
  const signer = makeIdentity('EC', { name });
  return {
    publisher,
    appId: app.id,
    name,
    submit: async (from, versionName) => {
      const versionId = await sendPackage(publisher, {
        appId: app.id,
        fileName: `${name}-${versionName}.apk`,
        bytes: buildPackage({ from, name, versionName, signer }),
      });
      await publisher.call('versions.submit', { versionId });
      return versionId;
    },
  };
}
