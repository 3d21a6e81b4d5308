/** Exit codes of the command line with their meaning, as in `docs/cli.md` and `--help`. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  findings: 3,
  unwritable: 4,
  interrupted: 130,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Outcome in a report, by the exit code of the run. */
export type RunStatus = keyof typeof EXIT;

const MEANINGS: Readonly<Record<RunStatus, string>> = {
  ok: 'everything was converted or found, and nothing is wrong',
  failed: 'some input failed or lost data (the rest is in the output), or what was asked for is not there',
  usage: 'wrong usage; nothing was done',
  findings: 'everything was read, with findings: see the lines on standard error, --report or --warnings',
  unwritable: 'an output could not be written',
  interrupted: 'interrupted; unfinished output files are removed',
};

/** The exit codes as `--help` shows them. */
export const EXIT_CODES_HELP = `
Exit codes:
${statuses()
  .map((status) => `  ${String(EXIT[status]).padEnd(4)} ${MEANINGS[status]}\n`)
  .join('')}`;

/** Returns the status of an exit code. */
export function statusOf(code: ExitCode): RunStatus {
  return statuses().find((status) => EXIT[status] === code) ?? 'failed';
}

function statuses(): readonly RunStatus[] {
  return ['ok', 'failed', 'usage', 'findings', 'unwritable', 'interrupted'];
}
