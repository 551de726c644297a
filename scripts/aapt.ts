import { installForTests } from './debian-package.ts';

/**
 * Ensures that Android's `aapt` and `aapt2`, which the inspection is compared with, are on the PATH: installs them for
 * root on Debian or Ubuntu. Throws an Error with instructions elsewhere.
 */
export function ensureAapt(): void {
  for (const name of ['aapt', 'aapt2']) {
    installForTests({
      command: [name, ['version']],
      debianPackage: 'aapt',
      needed: `The comparison of the inspection with Android’s tools needs ${name}, which is part of the Android SDK’s build tools. Put it on the PATH (Debian and Ubuntu: apt-get install aapt).`,
      purpose: 'the comparison with Android’s tools',
    });
  }
}
