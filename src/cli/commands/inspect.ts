import { evaluatePackage } from '#shared/packages/evaluate.ts';
import type { Inspection, InspectOptions } from '#shared/packages/inspect.ts';
import type { EvaluationContext } from '#shared/packages/rules/rule.ts';
import { storeSettingsSchema } from '#shared/settings/settings.ts';
import { defineCommand, EXIT, type Tools, wholeNumber } from '../command.ts';
import { findAppByAnyId, findApplication } from '../find-app.ts';
import { annotations } from '../github.ts';
import { explainFindings, inspectFile } from '../inspection.ts';
import { type InspectionReport, report } from '../report.ts';
import { fetchRequirements } from '../requirements.ts';
import { sarif } from '../sarif.ts';
import { UsageError } from '../usage-error.ts';

/** A file with what its inspection found. */
export interface InspectedFile extends InspectionReport {
  readonly file: string;
}

const FORMATS = {
  text: (files: readonly InspectedFile[]) => files.map((one) => report(one.file, one)).join('\n'),
  json: () => '',
  github: (files: readonly InspectedFile[]) => files.flatMap(annotations).join('\n'),
  sarif: (files: readonly InspectedFile[]) => JSON.stringify(sarif(files), null, 2),
};

export const inspect = defineCommand({
  usage: 'FILE…',
  summary: 'read and verify Android and iOS packages',
  options: {
    'min-sdk': {
      type: 'string',
      value: 'N',
      help: 'verify the signature from this Android API level; by default from the package’s own minimum',
    },
    'max-sdk': {
      type: 'string',
      value: 'N',
      help: 'verify it up to this API level; by default up to the last',
    },
    against: { type: 'string', value: 'FILE', help: 'compare with an earlier version of the app' },
    store: { type: 'boolean', help: 'use the rules of the store, and the app’s earlier versions there' },
    app: { type: 'string', value: 'ID', help: 'the app at the store; otherwise found by the package’s ID' },
    format: { type: 'string', value: 'FORMAT', help: 'text, json, github or sarif' },
    strict: { type: 'boolean', help: 'exit with 1 for warnings, too' },
  },
  async run({ values, positionals, isAppGiven, tools }) {
    if (positionals.length === 0) throw new UsageError('Give at least one file.');
    const { format = values.json ? 'json' : 'text' } = values;
    if (!isFormat(format)) throw new UsageError('--format takes text, json, github or sarif.');
    if (values.json && format !== 'json') throw new UsageError('Give either --json or --format.');
    if (isAppGiven && !values.store) throw new UsageError('--app is for --store.');
    if (values.against !== undefined && values.store) {
      throw new UsageError('Give either --against or --store.');
    }
    const contextOf = values.store ? storeContext(tools, values.app) : await localContext(values.against);
    const window = readWindow(values);
    const files: InspectedFile[] = [];
    for (const file of positionals) {
      const { icon: _icon, otherIcons: _others, ...inspection } = await inspectFile(file, window);
      const context = await contextOf(inspection);
      files.push({
        file,
        ...inspection,
        findings: explainFindings(evaluatePackage(inspection, context), tools.storeUrl),
      });
    }
    const exit = Math.max(...files.map((one) => exitOf(one, values.strict ?? false)));
    const findings = format === 'text' ? files : [];
    return { exit, text: FORMATS[format](files), data: { files }, findings, isJson: format === 'json' };
  },
});

function isFormat(text: string): text is keyof typeof FORMATS {
  return Object.hasOwn(FORMATS, text);
}

function readWindow(values: { 'min-sdk'?: string; 'max-sdk'?: string }): InspectOptions {
  const level = (option: 'min-sdk' | 'max-sdk') =>
    wholeNumber(values[option], { option, min: 1, max: 999_999 });
  const minSdk = level('min-sdk');
  const maxSdk = level('max-sdk');
  if (minSdk !== undefined && maxSdk !== undefined && minSdk > maxSdk) {
    throw new UsageError(`--min-sdk ${minSdk} is above --max-sdk ${maxSdk}.`);
  }
  return { minSdk, maxSdk };
}

type ContextOf = (inspection: Pick<Inspection, 'package'>) => EvaluationContext | Promise<EvaluationContext>;

/** Uses the default minimum target SDK; the file to compare with takes the place of the published version. */
async function localContext(against: string | undefined): Promise<ContextOf> {
  const { minTargetSdk } = storeSettingsSchema.parse({});
  if (against === undefined) return () => ({ minTargetSdk });
  const { package: facts, signature, findings } = await inspectFile(against);
  const [reason] = explainFindings(findings, null);
  if (!facts) throw new UsageError(`--against ${against} can’t be read: ${reason?.evidence ?? ''}`);
  const context: EvaluationContext = {
    minTargetSdk,
    app: { platform: facts.platform, applicationId: facts.applicationId },
    previous: {
      published: { package: facts, signature },
      versionCode: facts.platform === 'android' ? facts.versionCode : null,
      buildVersion: facts.platform === 'ios' ? facts.buildVersion : null,
      signers: signature.verified ? signature.signers : null,
    },
  };
  return () => context;
}

/** Uses the rules of the store, and what the app's next version is checked against. */
function storeContext(tools: Tools, appId: string | undefined): ContextOf {
  const store = tools.store();
  return async ({ package: facts }) => {
    const app = await (appId === undefined
      ? facts && findApplication(store, facts.applicationId, facts.platform)
      : findAppByAnyId(store, appId, facts?.platform));
    return fetchRequirements(store, app);
  };
}

function exitOf({ package: facts, findings }: InspectionReport, isStrict: boolean): number {
  if (!facts) return EXIT.usage;
  const counts = (severity: string) => severity === 'error' || (isStrict && severity === 'warning');
  return findings.some(({ severity }) => counts(severity)) ? EXIT.findings : EXIT.done;
}
