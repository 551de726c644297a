import { z } from 'zod';
import { t } from '../languages/translate.ts';
import { nameSchema } from '../name-schema.ts';

/** Maximum claims that a trusted publisher of another issuer requires. */
export const MAX_REQUIRED_CLAIMS = 10;

const MAX_VALUE_LENGTH = 300;
const TOO_LONG = { error: () => t`Use at most 300 characters.` };

/** The claims that are about the token itself, not about who got it. */
const OWN_CLAIMS: ReadonlySet<string> = new Set(['iss', 'aud', 'exp', 'iat', 'nbf', 'jti']);

const numericId = z
  .string()
  .trim()
  .max(20, { error: () => t`Use the number that the service gave it.` })
  .regex(/^\d+$/, { error: () => t`Use the number that the service gave it.` })
  .nullable();

/** Returns a repository's path from what people copy: with `.git` at its end, or with an address of the service. */
const repositoryPath = (host: string) => (text: string) =>
  text
    .replace(new RegExp(`^(?:(?:https?://|ssh://git@)(?:www\\.)?${host}/|git@${host}:)`, 'i'), '')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '');

/** Returns the path of a file in a repository without `./` or a slash before it. */
const withoutStart = (text: string) => text.replace(/^(?:\.?\/)+/, '');

const WORKFLOWS = '.github/workflows/';

const text = () => z.string().trim().max(MAX_VALUE_LENGTH, TOO_LONG);

const repositoryFields = {
  /** The id that stays when it is renamed: `repository_id` or `project_id`. Null until the first use pins it. */
  repositoryId: numericId,
  /** The id of its owner: `repository_owner_id` or `namespace_id`. Null until the first use pins it. */
  ownerId: numericId,
  /** The only environment that may publish; null for any job of the workflow. */
  environment: text()
    .min(1, { error: () => t`Enter an environment.` })
    .nullable(),
};

const githubSourceSchema = z.object({
  kind: z.literal('github'),
  /** Its path, such as `octo-org/app`. */
  repository: text()
    .overwrite(repositoryPath('github\\.com'))
    .regex(/^[\w.-]+\/[\w.-]+$/, { error: () => t`Use the owner and the name, such as octo-org/app.` }),
  ...repositoryFields,
  /** The file below the repository, such as `.github/workflows/release.yml`. */
  workflow: text()
    .overwrite(withoutStart)
    .overwrite((path) => (path.includes('/') ? path : `${WORKFLOWS}${path}`))
    .regex(/\.ya?ml$/, {
      error: () => t`Use the path of the file, which ends in .yml or .yaml.`,
      abort: true,
    })
    .regex(/^\.github\/workflows\/[^/@\s]+$/, {
      error: () => t`Use a file in .github/workflows, because GitHub runs no others.`,
    }),
});

const gitlabSourceSchema = z.object({
  kind: z.literal('gitlab'),
  /** Its path with its groups, such as `octo-org/app`. */
  repository: text()
    .overwrite(repositoryPath('gitlab\\.com'))
    .regex(/^[\w.-]+(\/[\w.-]+)+$/, { error: () => t`Use the owner and the name, such as octo-org/app.` }),
  ...repositoryFields,
  /** The file below the project, such as `.gitlab-ci.yml`. */
  workflow: text()
    .overwrite(withoutStart)
    .regex(/^[^/@\s][^@\s]*\.ya?ml$/, {
      error: () => t`Use the path of the file, which ends in .yml or .yaml.`,
    }),
});

/** A repository of GitHub or a project of GitLab, its workflow, and where it deploys to. */
export const repositorySourceSchema = z.discriminatedUnion('kind', [githubSourceSchema, gitlabSourceSchema]);
export type TrustedRepository = z.infer<typeof repositorySourceSchema>;

/** The paths of repositories by their service. */
export const REPOSITORY_PATHS: Readonly<Record<TrustedRepository['kind'], z.ZodType<string>>> = {
  github: githubSourceSchema.shape.repository,
  gitlab: gitlabSourceSchema.shape.repository,
};

/** Claims of another issuer's tokens, with the values that they must have. */
export const claimsSourceSchema = z.object({
  kind: z.literal('other'),
  claims: z
    .array(
      z.object({
        name: nameSchema(100, () => t`Enter the name of a claim.`).refine((name) => !OWN_CLAIMS.has(name), {
          error: () => t`This claim says nothing about who got the token.`,
        }),
        value: nameSchema(MAX_VALUE_LENGTH, () => t`Enter the value.`),
      }),
    )
    .min(1, { error: () => t`Add at least one claim.` })
    .max(MAX_REQUIRED_CLAIMS, { error: () => t`Use at most ${MAX_REQUIRED_CLAIMS} claims.` })
    .refine((claims) => new Set(claims.map(({ name }) => name)).size === claims.length, {
      error: () => t`Use each claim once.`,
    }),
});

/** The only jobs that may publish by a trusted publisher. */
export const trustedSourceSchema = z.discriminatedUnion('kind', [repositorySourceSchema, claimsSourceSchema]);
export type TrustedSource = z.infer<typeof trustedSourceSchema>;

/** Returns the name of a trusted publisher: its repository, or the claims of another issuer. */
export function sourceName(source: TrustedSource): string {
  if (source.kind !== 'other') return source.repository;
  return source.claims.map(({ name, value }) => `${name}=${value}`).join(', ');
}

/** Returns what the ID tokens of a trusted publisher must say, such as `repository ID 74, environment production`. */
export function sourceConditions(source: TrustedSource): string {
  if (source.kind === 'other') return sourceName(source);
  const { repositoryId, ownerId, workflow, environment } = source;
  return [
    repositoryId === null ? 'any repository ID until the first use' : `repository ID ${repositoryId}`,
    ownerId === null ? 'any owner ID until the first use' : `owner ID ${ownerId}`,
    `workflow ${workflow}`,
    environment === null ? 'any environment' : `environment ${environment}`,
  ].join(', ');
}
