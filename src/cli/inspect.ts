import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { evaluatePackage } from '#shared/packages/evaluate.ts';
import { UNSIGNED } from '#shared/packages/facts.ts';
import type { Finding } from '#shared/packages/finding.ts';
import { type Inspection, type InspectOptions, inspectPackage } from '#shared/packages/inspect.ts';
import type { EvaluationContext } from '#shared/packages/rules/rule.ts';
import { storeSettingsSchema } from '#shared/settings/settings.ts';
import { EXIT, UsageError } from './command.ts';
import { openFileSource } from './file-source.ts';
import { type InspectionReport, report } from './report.ts';

export const INSPECT_HELP = `quayside inspect FILE… [--min-sdk N] [--max-sdk N] [--against FILE] [--json]

  --min-sdk N      verify the signature from this Android API level (default: the package's own minimum)
  --max-sdk N      verify it up to this API level (default: all later ones)
  --against FILE   compare with an earlier version of the app
  --json           print one line of JSON per FILE

Exits with 0 if there are no errors, 1 if there are errors, 2 if a file can't be read.
`;

interface InspectArguments {
  files: string[];
  window: InspectOptions;
  against: string | undefined;
  json: boolean;
}

/**
 * Runs `quayside inspect`: prints the findings and returns the exit code.
 * @throws UsageError
 */
export async function inspect(args: string[]): Promise<number> {
  return inspectFiles(parseInspectArguments(args));
}

/** @throws UsageError */
function parseInspectArguments(args: string[]): InspectArguments {
  const { values, positionals } = parse(args);
  if (positionals.length === 0) throw new UsageError('Give at least one file.');
  const minSdk = apiLevel('--min-sdk', values['min-sdk']);
  const maxSdk = apiLevel('--max-sdk', values['max-sdk']);
  if (minSdk !== undefined && maxSdk !== undefined && minSdk > maxSdk) {
    throw new UsageError(`--min-sdk ${minSdk} is above --max-sdk ${maxSdk}.`);
  }
  return { files: positionals, window: { minSdk, maxSdk }, against: values.against, json: values.json };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'min-sdk': { type: 'string' },
        'max-sdk': { type: 'string' },
        against: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function apiLevel(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`${option} takes an API level such as 24, not "${text}".`);
}

async function inspectFiles({ files, window, against, json }: InspectArguments): Promise<number> {
  const context = await contextOf(against);
  let exit: number = EXIT.success;
  for (const file of files) {
    const inspection = await inspectFile(file, window);
    const evaluated = { ...withoutIcon(inspection), findings: evaluatePackage(inspection, context) };
    if (json)
      process.stdout.write(`${JSON.stringify(files.length > 1 ? { file, ...evaluated } : evaluated)}\n`);
    else process.stdout.write(`${report(file, evaluated)}\n`);
    exit = Math.max(exit, exitOf(evaluated));
  }
  return exit;
}

/** Uses the default minimum target SDK; the file to compare with takes the place of the published version. */
async function contextOf(against: string | undefined): Promise<EvaluationContext> {
  const { minTargetSdk } = storeSettingsSchema.parse({});
  if (against === undefined) return { minTargetSdk };
  const { package: facts, signature, findings } = await inspectFile(against, {});
  if (!facts) throw new UsageError(`--against ${against} can’t be read: ${findings[0]?.evidence ?? ''}`);
  return {
    minTargetSdk,
    app: { platform: facts.platform, applicationId: facts.applicationId },
    previous: {
      published: { package: facts, signature },
      versionCode: facts.platform === 'android' ? facts.versionCode : null,
      buildVersion: facts.platform === 'ios' ? facts.buildVersion : null,
      signers: signature.verified ? signature.signers : null,
    },
  };
}

async function inspectFile(file: string, window: InspectOptions): Promise<Inspection> {
  try {
    await using source = await openFileSource(file);
    return await inspectPackage(source, { ...window, digest: nativeDigest });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    return { package: null, signature: UNSIGNED, findings: [openError(file, error.code)], icon: null };
  }
}

function nativeDigest(name: 'SHA-256' | 'SHA-512', bytes: Uint8Array): Uint8Array {
  return hash(name, bytes, 'buffer');
}

const REASONS: Record<string, string> = {
  ENOENT: 'the file doesn’t exist',
  EACCES: 'you don’t have permission to read it',
  EISDIR: 'it isn’t a file',
};

function openError(file: string, code: string): Finding {
  return {
    rule: 'unreadable',
    severity: 'error',
    title: 'The file can’t be opened',
    evidence: `${file}: ${REASONS[code] ?? `the system returned ${code}`}.`,
    fix: 'Check the path and its permissions.',
  };
}

function withoutIcon({ package: facts, signature, findings }: Inspection): InspectionReport {
  return { package: facts, signature, findings };
}

function exitOf({ package: facts, findings }: InspectionReport): number {
  if (!facts) return EXIT.failed;
  return findings.some(({ severity }) => severity === 'error') ? EXIT.rejected : EXIT.success;
}
