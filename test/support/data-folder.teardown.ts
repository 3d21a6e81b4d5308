import { rmSync } from 'node:fs';

/** Removes the data folder of the run. */
export default function removeDataFolder(): void {
  const folder = process.env['CLEARLOOP_DATA_DIR'];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
