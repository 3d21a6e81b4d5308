/** SIGHUP comes when the terminal is closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Gives a signal that SIGTERM, SIGINT or SIGHUP aborts. Nothing listens from then on, so that a second one ends the process. */
export function stopOnProcessSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    for (const name of STOP_SIGNALS) process.off(name, stop);
    controller.abort();
  };
  for (const name of STOP_SIGNALS) process.on(name, stop);
  return controller.signal;
}
