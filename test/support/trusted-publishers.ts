import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { beforeAll, beforeEach, expect } from 'vitest';
import { IssuerKeys, issuerKeys } from '#server/identity/trusted-publishers/issuer-keys.ts';
import type { CallInput } from '#shared/calls.ts';
import { INITIAL_QUOTAS } from '#shared/quotas/quotas.ts';
import { INITIAL_ISSUERS, type TrustedIssuer } from '#shared/trusted-publishers/issuer.ts';
import { callAsProgram } from './call-as-program.ts';
import { type Issuer, startIssuers } from './issuer.ts';
import { PATIENCE_MS } from './patience.ts';
import { startTestServer } from './server.ts';
import { setUpPerson, setUpServer } from './set-up.ts';

/** Longer than requests take on a slow machine, which could end the pause otherwise. */
export const PAUSE_MS = 5 * 60_000;

/** An audience that ID tokens may name beside the store. */
export const EXTRA_AUDIENCE = 'https://signer.example';

/** A workflow of GitHub that is trusted. */
export const REPOSITORY = {
  kind: 'github',
  repository: 'octo-org/app',
  repositoryId: '74',
  ownerId: '65',
  workflow: '.github/workflows/release.yml',
  environment: 'production',
} as const;

export type TrustedPublisherInput = Omit<CallInput<'trustedPublishers.add'>, 'appId'>;

/** Returns the time in seconds, as in claims. */
export const seconds = () => Math.floor(Date.now() / 1000);

/** Starts a server with issuers that it trusts, and gives each test of a file an app without trusted publishers. */
export function setUpTrustedPublishers() {
  const current = { appId: '', test: 0 };
  const issuers = setUpServer(startIssuers);
  const server = setUpServer(async () => {
    const started = await startTestServer({
      env: { OIDC_PRIVATE_ISSUERS: issuers.origin, OIDC_EXTRA_AUDIENCES: EXTRA_AUDIENCE },
    });
    const keys = new IssuerKeys({ timeoutMs: PATIENCE_MS, pauseMs: PAUSE_MS });
    started.context.services.replace(issuerKeys, keys);
    return started;
  });
  const github = {} as Issuer;
  const gitlab = {} as Issuer;
  const other = {} as Issuer;

  /** Lets the store trust the issuers of this file, and others. */
  const trust = async (...others: TrustedIssuer[]) => {
    const admin = await server.admin();
    const trustedIssuers: TrustedIssuer[] = [
      ...INITIAL_ISSUERS,
      { url: github.url, kind: 'github' },
      { url: gitlab.url, kind: 'gitlab' },
      { url: other.url, kind: 'other' },
      ...others,
    ];
    // Each test has an app of its own.
    const quotas = { ...INITIAL_QUOTAS, draftApps: 100 };
    await admin.call('settings.update', { settings: { trustedIssuers, quotas } });
  };

  beforeAll(async () => {
    Object.assign(github, await issuers.add('github'));
    Object.assign(gitlab, await issuers.add('gitlab'));
    Object.assign(other, await issuers.add('other'));
    await trust();
  });
  const owner = setUpPerson(() => server.onboard('owner@example.org'));
  beforeEach(async () => {
    current.test += 1;
    const { app } = await owner.call('apps.create', {
      platform: 'android',
      applicationId: `org.example.app${current.test}`,
      name: 'App',
    });
    current.appId = app.id;
  });

  /** Adds a trusted publisher to the app of the test. */
  const add = async (input: Partial<TrustedPublisherInput> = {}) => {
    const { trustedPublisher } = await owner.call('trustedPublishers.add', {
      appId: current.appId,
      issuer: github.url,
      source: REPOSITORY,
      scopes: ['upload'],
      ...input,
    });
    return trustedPublisher;
  };

  /** Returns the claims of a job of the repository, as GitHub writes them. */
  const claimsOfJob = (changed: JWTPayload = {}): JWTPayload => ({
    aud: server.context.config.publicUrl,
    sub: 'repo:octo-org/app:environment:production',
    jti: randomUUID(),
    iat: seconds(),
    nbf: seconds(),
    exp: seconds() + 3_600,
    repository: 'octo-org/app',
    repository_id: '74',
    repository_owner_id: '65',
    workflow_ref: 'octo-org/app/.github/workflows/release.yml@refs/tags/v1',
    environment: 'production',
    ref: 'refs/tags/v1',
    sha: 'ad1f2e',
    run_id: '1296269',
    ...changed,
  });

  const callWith = (secret: string | null, name: string, data: object) =>
    callAsProgram(server, secret, { name, data });

  /** Exchanges an ID token for a token of the test's app. */
  const exchange = (idToken: string) => callWith(null, 'tokens.exchange', { appId: current.appId, idToken });

  /** Exchanges an ID token of a job; returns the API token. */
  const exchangeJob = async (changed?: JWTPayload): Promise<string> => {
    const { result, error } = await exchange(await github.sign(claimsOfJob(changed)));
    expect(error).toBeUndefined();
    return result.token;
  };

  /** Returns the status of a rejected exchange with its claim or reason. What is accepted stays secret. */
  const rejectionOf = async (idToken: string) => {
    const { status, error } = await exchange(idToken);
    expect(error?.message).not.toMatch(/“(74|65|production)”/);
    return [status, error?.details?.claim ?? error?.details?.reason];
  };

  return {
    /** The app and the number of the test that runs. */
    current,
    server,
    issuers,
    github,
    gitlab,
    other,
    owner,
    trust,
    add,
    claimsOfJob,
    callWith,
    exchange,
    exchangeJob,
    rejectionOf,
  };
}
