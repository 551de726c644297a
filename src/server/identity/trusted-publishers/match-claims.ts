import type { JWTPayload } from 'jose';
import { type Build, MAX_BUILD_TEXT } from '#shared/trusted-publishers/build.ts';
import type { IssuerKind, TrustedIssuer } from '#shared/trusted-publishers/issuer.ts';
import {
  REPOSITORY_PATHS,
  type TrustedRepository,
  type TrustedSource,
} from '#shared/trusted-publishers/source.ts';

interface ClaimNames {
  readonly repository: string;
  readonly repositoryId: string;
  readonly ownerId: string;
  readonly workflow: string;
  readonly environment: string;
  readonly commit: string;
  readonly runId: string;
}

/**
 * The claims of GitHub (https://docs.github.com/actions/reference/openid-connect-reference) and GitLab
 * (https://docs.gitlab.com/ci/secrets/id_token_authentication/).
 */
const CLAIMS: Readonly<Record<TrustedRepository['kind'], ClaimNames>> = {
  github: {
    repository: 'repository',
    repositoryId: 'repository_id',
    ownerId: 'repository_owner_id',
    workflow: 'workflow_ref',
    environment: 'environment',
    commit: 'sha',
    runId: 'run_id',
  },
  gitlab: {
    repository: 'project_path',
    repositoryId: 'project_id',
    ownerId: 'namespace_id',
    workflow: 'ci_config_ref_uri',
    environment: 'environment',
    commit: 'sha',
    runId: 'pipeline_id',
  },
};

/** A claim of a token that a trusted publisher does not accept. */
export interface Mismatch {
  readonly claim: string;
  /** The value in the token; null when it has no such claim. */
  readonly value: string | null;
  /** The number of claims before it that match. */
  readonly matched: number;
}

/** Returns the first claim of a verified token that a source does not accept; null when it accepts all. */
export function findMismatch(
  source: TrustedSource,
  issuer: TrustedIssuer,
  claims: JWTPayload,
): Mismatch | null {
  const checks =
    source.kind === 'other' ? checksOfClaims(source.claims) : checksOfRepository(source, issuer, claims);
  const matched = checks.findIndex(({ claim, accepts }) => {
    const value = textOf(claims[claim]);
    return value === null || !accepts(value);
  });
  const failed = checks[matched];
  return failed ? { claim: failed.claim, value: textOf(claims[failed.claim]), matched } : null;
}

interface ClaimCheck {
  readonly claim: string;
  readonly accepts: (value: string) => boolean;
}

function checksOfClaims(claims: readonly { name: string; value: string }[]): ClaimCheck[] {
  return claims.map(({ name, value }) => ({ claim: name, accepts: (given) => given === value }));
}

/** A repository is known by its id once there is one: another one may take over the name of a deleted one. */
function checksOfRepository(
  source: TrustedRepository,
  issuer: TrustedIssuer,
  claims: JWTPayload,
): ClaimCheck[] {
  const { repository, repositoryId, ownerId, workflow, environment } = source;
  const names = CLAIMS[source.kind];
  const path = textOf(claims[names.repository]) ?? '';
  return [
    repositoryId === null
      ? { claim: names.repository, accepts: (value) => value.toLowerCase() === repository.toLowerCase() }
      : { claim: names.repositoryId, accepts: (value) => value === repositoryId },
    { claim: names.ownerId, accepts: (value) => ownerId === null || value === ownerId },
    {
      claim: names.workflow,
      accepts: (value) => value.startsWith(`${prefixOf(source.kind, issuer, path)}${workflow}@`),
    },
    ...(environment === null
      ? []
      : [
          {
            claim: names.environment,
            accepts: (value: string) => isSameEnvironment(source.kind, value, environment),
          },
        ]),
  ];
}

/** Compares environments as their service does: GitHub has one for all spellings, GitLab one for each. */
function isSameEnvironment(kind: TrustedRepository['kind'], one: string, other: string): boolean {
  return kind === 'github' ? one.toLowerCase() === other.toLowerCase() : one === other;
}

/** Returns what comes before the workflow's file in the claim about it, for a file of the repository itself. */
function prefixOf(kind: TrustedRepository['kind'], { url }: TrustedIssuer, path: string): string {
  return kind === 'github' ? `${path}/` : `${withoutProtocol(url)}/${path}//`;
}

function withoutProtocol(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/**
 * Returns the source with the ids of the repository and its owner that the token has, where nobody entered them, and
 * with the name that the repository has now: it may have another than the one entered with its id.
 */
export function pinRepository(source: TrustedSource, claims: JWTPayload): TrustedSource {
  if (source.kind === 'other') return source;
  const names = CLAIMS[source.kind];
  const current = REPOSITORY_PATHS[source.kind].safeParse(claims[names.repository]);
  return {
    ...source,
    repository: current.data ?? source.repository,
    repositoryId: source.repositoryId ?? textOf(claims[names.repositoryId]),
    ownerId: source.ownerId ?? textOf(claims[names.ownerId]),
  };
}

/** Returns the name of a claim that pinning needs and that the token lacks; null when it has them. */
export function missingId(source: TrustedSource, claims: JWTPayload): string | null {
  if (source.kind === 'other') return null;
  const { repositoryId, ownerId } = CLAIMS[source.kind];
  return [repositoryId, ownerId].find((name) => textOf(claims[name]) === null) ?? null;
}

/** Returns the job that a verified token was made for. */
export function readBuild({ kind, url }: TrustedIssuer, claims: JWTPayload): Build {
  const kept = (name: string) => textOf(claims[name])?.slice(0, MAX_BUILD_TEXT).toWellFormed() ?? null;
  const names = CLAIMS[kind === 'other' ? 'github' : kind];
  const repository = kind === 'other' ? kept('sub') : kept(names.repository);
  const runId = kept(names.runId);
  return {
    repository: repository ?? '',
    commit: kept(names.commit),
    ref: kept('ref'),
    workflow: kept(names.workflow),
    environment: kept(names.environment),
    runId,
    runUrl: repository !== null && runId !== null ? runUrl(kind, url, { repository, runId }) : null,
  };
}

function runUrl(kind: IssuerKind, issuer: string, run: { repository: string; runId: string }): string | null {
  if (kind === 'other') return null;
  const path = run.repository.split('/').map(encodeURIComponent).join('/');
  const id = encodeURIComponent(run.runId);
  if (kind === 'gitlab') return `${issuer.replace(/\/$/, '')}/${path}/-/pipelines/${id}`;
  const { hostname, origin } = new URL(issuer);
  // Servers of GitHub Enterprise issue tokens at an address of their own.
  const server = hostname === 'token.actions.githubusercontent.com' ? 'https://github.com' : origin;
  return `${server}/${path}/actions/runs/${id}`;
}

/** Returns a claim as text: some issuers write ids as numbers. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
