import { cpus, release, type } from 'node:os';

/** The machine, as a page of figures names it: processor, cores, system and Node.js. */
export function describeMachine() {
  const processors = cpus();
  return `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores, ${type()} ${release()}, Node.js ${process.versions.node}`;
}
