/** SIGHUP comes when the terminal is closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Gives a signal that SIGTERM, SIGINT or SIGHUP aborts; a second one ends the process, as one that nobody listens to does.
 * The listeners stay for that: Node drops a signal that waits for its turn when its last listener leaves.
 */
export function stopOnProcessSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals): void => {
    if (!controller.signal.aborted) return controller.abort();
    for (const each of STOP_SIGNALS) process.off(each, stop);
    process.kill(process.pid, name);
  };
  for (const name of STOP_SIGNALS) process.on(name, stop);
  return controller.signal;
}
