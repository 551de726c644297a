import { installForTests } from './debian-package.ts';

const PACKAGE = 'default-jdk-headless';

/**
 * Ensures that the JDK's `jarsigner`, which verifies our signed JARs, is on the PATH: installs it for root on
 * Debian or Ubuntu. Throws an Error with instructions elsewhere.
 */
export function ensureJarsigner(): void {
  installForTests({
    command: ['jarsigner', ['-help']],
    debianPackage: PACKAGE,
    needed: `The tests of signed feeds need jarsigner, which is part of every JDK. Install one and put its bin folder on the PATH (Debian and Ubuntu: apt-get install ${PACKAGE}; macOS: brew install openjdk).`,
    purpose: 'the tests of signed feeds',
  });
}
