/** Exit codes of the command line; `docs/cli.md` and `--help` explain the same. */
export const EXIT = {
  /** Everything was converted. */
  ok: 0,
  /** Some input failed or lost data; the output holds the rest. Or the service could not start. */
  failed: 1,
  /** Wrong usage: nothing was done. */
  usage: 2,
  /** Stopped by SIGINT or SIGTERM; unfinished output files are removed. */
  interrupted: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
