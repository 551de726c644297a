import { z } from 'zod';
import { plural, t } from '../languages/translate.ts';

/** The kinds of reports about a version: it crashed, or something else went wrong. */
export const reportKindSchema = z.enum(['crash', 'problem']);
export type ReportKind = z.infer<typeof reportKindSchema>;

export const REPORT_KIND_LABELS: Readonly<Record<ReportKind, string>> = {
  crash: t`Crashes`,
  problem: t`Problems`,
};

/**
 * Devices that one round of a rollout counts for each kind of report. Further reports change nothing. Enough for a
 * percentage of millions of downloads.
 */
export const MAX_REPORTING_DEVICES = 200_000;

/** Both limits must be exceeded for a rollout to halt automatically. */
export const haltRuleSchema = z.object({
  /** The reports that count. */
  kinds: z
    .array(reportKindSchema)
    .min(1, { error: () => t`Choose at least one kind of report.` })
    .max(2),
  /** Reports, of at most one from each device and kind. */
  reports: z
    .number({ error: () => t`Use a whole number.` })
    .int({ error: () => t`Use a whole number.` })
    .min(1, { error: () => t`Use 1 or more.` })
    .max(5_000, { error: () => t`Use at most 5,000.` }),
  /** Reports as a percentage of the version's downloads. */
  percentage: z
    .number({ error: () => t`Use a number from 0 to 100.` })
    .min(0, { error: () => t`Use 0 or more.` })
    .max(100, { error: () => t`Use 100 or less.` }),
});
export type HaltRule = z.infer<typeof haltRuleSchema>;

/** A rule to start from. */
export const SUGGESTED_HALT_RULE: HaltRule = { kinds: ['crash'], reports: 20, percentage: 5 };

export const MAX_DISPUTE_LENGTH = 1_000;

/** The outcomes of a dispute: the reports were not genuine, or they were. */
export const disputeOutcomeSchema = z.enum(['accepted', 'dismissed']);

const disputeTextSchema = z
  .string()
  .trim()
  .min(1, { error: () => t`Enter a reason.` })
  .max(MAX_DISPUTE_LENGTH, { error: () => t`Use at most 1,000 characters.` });

export const disputeReasonSchema = disputeTextSchema;

/** A publisher's objection to an automatic halt, and how staff resolved it. */
export const haltDisputeSchema = z.object({
  at: z.iso.datetime(),
  reason: z.string().max(MAX_DISPUTE_LENGTH),
  /** Null until staff resolve it. */
  resolution: z
    .object({
      at: z.iso.datetime(),
      outcome: disputeOutcomeSchema,
      note: z.string().max(MAX_DISPUTE_LENGTH),
    })
    .nullable(),
});
export type HaltDispute = z.infer<typeof haltDisputeSchema>;

/** Reports since the rollout began or was last resumed, and all downloads of the version. */
export const reportCountsSchema = z.object({
  crashes: z.number(),
  problems: z.number(),
  downloads: z.number(),
  /** Of the crashes and problems, those of networks that are new to the store: they count half. */
  newCrashes: z.number().default(0),
  newProblems: z.number().default(0),
  /** The larger networks (/48 and /24) that they came from. */
  networks: z.number().default(0),
  /** Reports by a crash service of the publisher. */
  fromServices: z.number().default(0),
  /** Reports that don't count: too many of their network, or without a counted download. */
  ignored: z.number().default(0),
});
export type ReportCounts = z.infer<typeof reportCountsSchema>;

/** Ignored reports of one round after which staff are notified of many reports from few networks. */
export const SUSPICIOUS_REPORTS = 10;

/** Returns the number of reports that a rule counts; those of networks that are new to the store count half. */
export function countedReports({ kinds }: Pick<HaltRule, 'kinds'>, counts: ReportCounts): number {
  const crashes = counts.crashes - counts.newCrashes / 2;
  const problems = counts.problems - counts.newProblems / 2;
  return (kinds.includes('crash') ? crashes : 0) + (kinds.includes('problem') ? problems : 0);
}

/** Returns true when a rollout with these reports halts by this rule: never for those of one network alone. */
export function exceedsHaltRule(rule: HaltRule, counts: ReportCounts): boolean {
  if (counts.networks === 1 && counts.fromServices === 0) return false;
  const reports = countedReports(rule, counts);
  return reports > rule.reports && reports * 100 > rule.percentage * counts.downloads;
}

/** Returns a rule as a sentence. */
export function haltRuleSentence({ kinds, reports, percentage }: HaltRule): string {
  const values = { percentage };
  if (kinds.length > 1) {
    return plural(
      reports,
      {
        one: 'Halts automatically after more than # report of a crash or problem, if that’s over {percentage}% of downloads.',
        other:
          'Halts automatically after more than # reports of crashes or problems, if that’s over {percentage}% of downloads.',
      },
      values,
    );
  }
  return kinds[0] === 'crash'
    ? plural(
        reports,
        {
          one: 'Halts automatically after more than # crash report, if that’s over {percentage}% of downloads.',
          other:
            'Halts automatically after more than # crash reports, if that’s over {percentage}% of downloads.',
        },
        values,
      )
    : plural(
        reports,
        {
          one: 'Halts automatically after more than # problem report, if that’s over {percentage}% of downloads.',
          other:
            'Halts automatically after more than # problem reports, if that’s over {percentage}% of downloads.',
        },
        values,
      );
}
