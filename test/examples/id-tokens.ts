import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { TrustedSource } from '#shared/trusted-publishers/source.ts';
import type { Issuer } from '#test/support/issuer.ts';
import type { Project } from './project.ts';

const REPOSITORY = 'example/harbour';

interface JobToken {
  readonly audience: string;
  readonly environment: string | undefined;
}

/** Returns the claims of a job of GitHub Actions by which a store knows it. */
export function claimsOfGitHub(job: JobToken): JWTPayload {
  return {
    ...claimsOf(job),
    repository: REPOSITORY,
    repository_id: '74',
    repository_owner_id: '65',
    workflow_ref: `${REPOSITORY}/.github/workflows/publish.yml@refs/tags/v1.0`,
    run_id: '12',
  };
}

/** Returns the claims of a job of GitLab CI by which a store knows it. */
export function claimsOfGitLab({ url }: Issuer, job: JobToken): JWTPayload {
  return {
    ...claimsOf(job),
    project_path: REPOSITORY,
    project_id: '74',
    namespace_id: '65',
    ci_config_ref_uri: `${url.replace('http://', '')}/${REPOSITORY}//.gitlab-ci.yml@refs/tags/v1.0`,
    pipeline_id: '12',
  };
}

function claimsOf({ audience, environment }: JobToken): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    aud: audience,
    sub: `job:${REPOSITORY}`,
    jti: randomUUID(),
    iat: now,
    exp: now + 3_600,
    environment,
    sha: '5f2c1a90d3e84b7f6a1c0d9e8b7a6f5e4d3c2b1a',
    ref: 'refs/tags/v1.0',
  };
}

/** Lets the jobs of the repository publish the app of a project, as the comment of an example says. */
export async function trustRepository(
  { owner, appId }: Project,
  issuer: Issuer,
  { kind, workflow }: { readonly kind: 'github' | 'gitlab'; readonly workflow: string },
): Promise<void> {
  const source: TrustedSource = {
    kind,
    repository: REPOSITORY,
    repositoryId: null,
    ownerId: null,
    workflow,
    environment: 'production',
  };
  const scopes = ['read', 'upload', 'submit'] as const;
  await owner.call('trustedPublishers.add', { appId, issuer: issuer.url, source, scopes: [...scopes] });
}
