/** Thrown when a command is called wrongly; the message is shown and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
