import { pluginNames } from '../plugin/load-packages';
import type { CommandIo } from './command-io';

/** The setting that names plugins, of the service too. */
const SETTING = 'CLEARLOOP_PLUGINS';

/** The plugins that the environment names. */
export const pluginsOf = ({ environment }: Pick<CommandIo, 'environment'>): readonly string[] => pluginNames(environment[SETTING]);

/** The same process with the plugins of `--plugin` in addition to those of the environment: commands, and the service, read the setting. */
export function withPlugins(io: CommandIo, named: readonly string[]): CommandIo {
  if (named.length === 0) return io;
  return { ...io, environment: { ...io.environment, [SETTING]: [...pluginsOf(io), ...named].join(',') } };
}
