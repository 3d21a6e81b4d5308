import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../common/package-root';
import { readVersion } from '../http/about/build-info';
import { UsageError } from './usage-error';

/** The template is a plugin package that works; these stand in its files and file names for what every package has of its own. */
const TEMPLATE_NAME = 'template-orders';
const TEMPLATE_VERSION = '0.0.0-template';
const TEMPLATE_ENGINE = 'template-engine';

/** A package name without scope: the id of the plugin too. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Writes a plugin package into a new folder of its name in the working folder. Gives the files. Throws UsageError. */
export function scaffoldPlugin(name: string): readonly string[] {
  if (!NAME.test(name)) throw new UsageError(`'${name}' is no name for a plugin. Take lower-case letters, digits and hyphens, such as acme-orders.`);
  if (existsSync(name)) throw new UsageError(`${name} is there already. Take another name, or another folder to work in.`);
  const template = join(packageRoot(), 'templates', 'plugin');
  const paths = readdirSync(template, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(template, path)).isFile())
    .sort();
  return paths.map((path) => {
    const target = join(name, path.replaceAll(TEMPLATE_NAME, name));
    mkdirSync(dirname(target), { recursive: true });
    const text = readFileSync(join(template, path), 'utf8');
    writeFileSync(target, text.replaceAll(TEMPLATE_NAME, name).replaceAll(TEMPLATE_VERSION, readVersion()).replaceAll(TEMPLATE_ENGINE, packageRoot()));
    return target;
  });
}
