/** SIGHUP comes when the terminal is closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Calls a listener at every SIGTERM, SIGINT and SIGHUP, before the listeners so far. Returns what removes it. */
export function beforeProcessSignals(listener: () => void): () => void {
  for (const name of STOP_SIGNALS) process.prependListener(name, listener);
  return () => {
    for (const name of STOP_SIGNALS) process.off(name, listener);
  };
}

/**
 * Returns a signal that SIGTERM, SIGINT or SIGHUP aborts; a second one ends the process, as without a listener. The listeners remain for that reason: Node
 * drops a pending signal when its last listener is removed.
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
