import { execFile } from 'node:child_process';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

/*
 * Runs the jobs of a CI configuration one after the other, each in an empty folder, as GitHub Actions and GitLab CI do
 * with those of the examples. Both throw when a step fails.
 */

type Variables = Readonly<Record<string, string>>;

/** A step of an action, with the folder of its job; returns its outputs. */
export type Action = (inputs: Variables, workspace: string) => Promise<Variables>;

interface Runner {
  /** The folder for those of the jobs. */
  readonly directory: string;
  /** The environment of all steps. */
  readonly env: Variables;
}

interface WorkflowStep {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Variables;
  readonly env?: Variables;
}

interface WorkflowJob {
  readonly environment?: string;
  readonly permissions?: Variables;
  readonly env?: Variables;
  readonly steps: readonly WorkflowStep[];
}

interface WorkflowRunner extends Runner {
  readonly actions: Readonly<Record<string, Action>>;
  /** Returns the environment of a job that may request ID tokens, by which it does. */
  readonly idTokenEnv: (environment: string | undefined) => Variables;
}

/** Runs a workflow of GitHub Actions; returns what its steps printed. Throws for an action or expression that it lacks. */
export async function runWorkflow(text: string, runner: WorkflowRunner): Promise<string> {
  const { jobs }: { jobs: Readonly<Record<string, WorkflowJob>> } = parse(text);
  let printed = '';
  for (const job of Object.values(jobs)) {
    const workspace = await mkdtemp(join(runner.directory, 'job-'));
    const outputs: Record<string, Variables> = {};
    const isTrusted = job.permissions?.['id-token'] === 'write';
    const idTokenEnv = isTrusted ? runner.idTokenEnv(job.environment) : {};
    for (const step of job.steps) {
      const values = { env: job.env ?? {}, outputs };
      const fill = (variables: Variables = {}) =>
        Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, evaluate(value, values)]));
      if (step.uses === undefined) {
        const env = {
          ...runner.env,
          GITHUB_ACTIONS: 'true',
          ...idTokenEnv,
          ...fill(job.env),
          ...fill(step.env),
        };
        printed += await runScript(evaluate(step.run ?? '', values), workspace, env);
        continue;
      }
      const [name = ''] = step.uses.split('@');
      const action = runner.actions[name];
      if (!action) throw new Error(`There is no action ${name}.`);
      outputs[step.id ?? ''] = await action(fill(step.with), workspace);
    }
  }
  return printed;
}

interface Values {
  readonly env: Variables;
  readonly outputs: Readonly<Record<string, Variables>>;
}

/** Replaces the expressions of a text. */
function evaluate(text: string, { env, outputs }: Values): string {
  return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const [context = '', name = '', , output = ''] = expression.split('.');
    const value = context === 'steps' ? outputs[name]?.[output] : context === 'env' && env[name];
    if (!value) throw new Error(`${expression} has no value.`);
    return value;
  });
}

interface PipelineJob {
  readonly stage: string;
  readonly script: readonly string[];
  readonly variables?: Variables;
  readonly id_tokens?: Readonly<Record<string, { readonly aud: string }>>;
  readonly environment?: string;
  readonly artifacts?: { readonly paths: readonly string[] };
}

interface PipelineRunner extends Runner {
  /** The folder that jobs get as the checkout. */
  readonly project: string;
  /** Returns an ID token for a job. */
  readonly signIdToken: (audience: string, environment: string | undefined) => Promise<string>;
}

/** Runs a pipeline of GitLab CI; returns what its jobs printed. */
export async function runPipeline(text: string, runner: PipelineRunner): Promise<string> {
  const { stages, workflow: _, ...jobs } = parse(text);
  const collected = await mkdtemp(join(runner.directory, 'artifacts-'));
  let printed = '';
  for (const stage of stages) {
    for (const job of Object.values<PipelineJob>(jobs).filter((one) => one.stage === stage)) {
      const folder = await mkdtemp(join(runner.directory, 'job-'));
      if (job.variables?.['GIT_STRATEGY'] !== 'none') await cp(runner.project, folder, { recursive: true });
      await cp(collected, folder, { recursive: true });
      const idTokens: Record<string, string> = {};
      for (const [name, { aud }] of Object.entries(job.id_tokens ?? {})) {
        idTokens[name] = await runner.signIdToken(aud, job.environment);
      }
      const env = { ...runner.env, GITLAB_CI: 'true', ...job.variables, ...idTokens };
      printed += await runScript(job.script.join('\n'), folder, env);
      for (const path of job.artifacts?.paths ?? []) await cp(join(folder, path), join(collected, path));
    }
  }
  return printed;
}

async function runScript(script: string, cwd: string, env: Variables): Promise<string> {
  const file = join(cwd, '.step.sh');
  await writeFile(file, script);
  const { stdout } = await promisify(execFile)('bash', ['-e', file], { cwd, env: { ...env, CI: 'true' } });
  return stdout;
}
