/** The exit codes of the server and of the operator's commands. */
export const EXIT_CODES = {
  done: 0,
  /** Failed, refused, or stopped by a second signal; `doctor` found warnings. */
  failed: 1,
  /** `audit verify` and `audit checkpoint` found an altered log, `doctor` errors, `backup` missing or damaged files. */
  problemsFound: 2,
  /** Wrong arguments: EX_USAGE of BSD's sysexits.h. */
  usage: 64,
  /** An invalid configuration: EX_CONFIG of sysexits.h. */
  configuration: 78,
} as const;
