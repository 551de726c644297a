import type { Signer } from '@sigstore/verify';
import { readDer } from '#shared/packages/signature/der.ts';
import { type Provenance, provenanceSchema } from '#shared/provenance/provenance.ts';

/** The extensions of build certificates below this arc; see github.com/sigstore/fulcio, docs/oid-info.md. */
const FULCIO = '1.3.6.1.4.1.57264.1.';
const EXTENSIONS = {
  issuer: 8,
  runner: 11,
  repository: 12,
  commit: 13,
  ref: 14,
  repositoryId: 15,
  workflow: 18,
  runUrl: 21,
} as const;

const UTF8_STRING = 12;
const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com';

/**
 * Returns the origin that a verified certificate names; null when it isn't that of a build, or its issuer doesn't host
 * the repository, which could then be anyone's claim.
 */
export function readIdentity(signer: Signer, logIndex: string): Provenance | null {
  const value = (name: keyof typeof EXTENSIONS) => readExtension(signer, `${FULCIO}${EXTENSIONS[name]}`);
  const repository = value('repository');
  const issuer = value('issuer');
  const { success, data } = provenanceSchema.safeParse({
    repository,
    issuer,
    commit: value('commit'),
    ref: value('ref'),
    repositoryId: value('repositoryId'),
    workflow: workflowPath(value('workflow'), repository),
    runUrl: value('runUrl'),
    runner: value('runner'),
    logIndex,
  });
  return success && isHostedBy(data) ? data : null;
}

function readExtension({ identity }: Signer, oid: string): string | null {
  const found = identity?.oids?.find(({ oid: own }) => own?.id.join('.') === oid);
  if (!found) return null;
  const { tag, content } = readDer(found.value);
  return tag === UTF8_STRING ? Buffer.from(content).toString('utf8') : null;
}

/** Returns the path of a workflow such as `https://github.com/example/app/.github/workflows/release.yml@refs/heads/main`. */
function workflowPath(uri: string | null, repository: string | null): string | null {
  if (uri === null || repository === null || !uri.startsWith(`${repository}/`)) return null;
  return uri
    .slice(repository.length)
    .replace(/^\/+/, '')
    .replace(/@refs\/.*$/, '');
}

/** GitHub's issuer has another address than its repositories; with others, such as GitLab, they have the same. */
function isHostedBy({ issuer, repository }: Provenance): boolean {
  const isOfGitHub = issuer === GITHUB_ISSUER || issuer.startsWith(`${GITHUB_ISSUER}/`);
  const host = isOfGitHub ? 'https://github.com' : new URL(issuer).origin;
  return new URL(repository).origin === host;
}
