import type { Channel } from '../batch/conversion-process';
import type { ToProcess } from '../batch/process-messages';

/** Returns the channel to the process that started this one. */
export function parentChannel(child: NodeJS.Process): Channel {
  return {
    send: (message) => {
      if (child.connected) child.send?.(message);
    },
    onMessage: (listener) => void child.on('message', (message) => listener(asMessage(message))),
    onClose: (listener) => {
      if (child.connected) child.on('disconnect', listener);
      else listener();
    },
  };
}

/** Both ends are of one version. */
function asMessage(message: unknown): ToProcess {
  return message as ToProcess;
}
