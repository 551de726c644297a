import { sql } from 'drizzle-orm';
import { MAX_SHOWN_PROBLEMS } from '#shared/audit/calls.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { auditVerification } from '../../platform/db/tables/audit.ts';
import { findCheckpoint } from '../../platform/transparency/checkpoints.ts';
import { readLogSize } from '../../platform/transparency/read-log.ts';

const VERIFICATION = defineStatement('audit.getChain:verification', () => ({
  select: {
    verifiedAt: auditVerification.verifiedAt,
    problemCount: auditVerification.problemCount,
    problems: auditVerification.problems,
  },
  from: sql`FROM ${auditVerification}`,
}));

const PROBLEM_COUNT = defineStatement('overview:audit', () => ({
  select: { problemCount: sql<number>`problem_count` },
  from: sql`FROM audit_verification`,
}));

/** Counts the problems that the last verification of the chain found. */
export async function countChainProblems(db: Db): Promise<{ problemCount: number }> {
  return { problemCount: (await PROBLEM_COUNT.first(db, {}))?.problemCount ?? 0 };
}

/** `audit.getChain`: returns the state of the chain that proves the audit log. */
export const getChain: Handler<'audit.getChain'> = async ({ context }) => {
  const { db } = context;
  const [size, checkpoint, verification] = await Promise.all([
    readLogSize(db),
    findCheckpoint(context),
    VERIFICATION.first(db, {}),
  ]);
  return {
    size,
    checkpoint: checkpoint && {
      size: checkpoint.size,
      signedAt: checkpoint.signedAt.toISOString(),
      path: 'transparency/checkpoint',
    },
    verification: verification
      ? {
          verifiedAt: verification.verifiedAt.toISOString(),
          problemCount: verification.problemCount,
          problems: verification.problems
            .slice(0, MAX_SHOWN_PROBLEMS)
            .map((problem) => problem.slice(0, 500)),
        }
      : null,
  };
};
