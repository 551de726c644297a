import type { Severity } from '#shared/packages/finding.ts';
import type { FindingsOfFile } from './github.ts';

const LEVELS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };

/** Returns the findings of files in the Static Analysis Results Interchange Format (OASIS, SARIF 2.1.0). */
export function sarif(files: readonly FindingsOfFile[]) {
  const all = files.flatMap(({ file, findings }) => findings.map((finding) => ({ file, ...finding })));
  const rules = new Map(all.map((finding) => [finding.rule, finding]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'quayside',
            rules: [...rules.values()].map(({ rule, title, fix, helpUrl }) => ({
              id: rule,
              shortDescription: { text: title },
              help: { text: fix },
              helpUri: helpUrl,
            })),
          },
        },
        results: all.map(({ file, rule, severity, title, evidence }) => ({
          ruleId: rule,
          level: LEVELS[severity],
          message: { text: `${title}: ${evidence}` },
          locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(file) } } }],
        })),
      },
    ],
  };
}
