/** True where the program runs from its sources, and false in a release, which has JavaScript. */
const IS_FROM_SOURCES = import.meta.url.endsWith('.ts');

/** The words before an operator's command: a script of the sources, or a program of a release. */
export const ADMIN_COMMAND = IS_FROM_SOURCES ? 'npm run -s admin --' : 'quayside-admin';

/** The words that run the verifier of exported audit logs. */
export const VERIFY_COMMAND = IS_FROM_SOURCES ? 'npm run -s verify:audit --' : 'quayside-verify-audit';
