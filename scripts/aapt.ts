import { installForTests } from './debian-package.ts';

/**
 * Ensures that Android's `aapt2`, which the inspection is compared with, is on the PATH: installs it for root on
 * Debian or Ubuntu. Throws an Error with instructions elsewhere.
 */
export function ensureAapt(): void {
  installForTests({
    command: ['aapt2', ['version']],
    debianPackage: 'aapt',
    needed:
      'The comparison of the inspection with Android’s tools needs aapt2, which is part of the Android SDK’s build tools. Put it on the PATH (Debian and Ubuntu: apt-get install aapt).',
    purpose: 'the comparison with Android’s tools',
  });
}
