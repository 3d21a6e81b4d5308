export { readYaml } from './yaml-reader';
export { excerptOf, type KeyRule, shown, YamlMapReader } from './yaml-map';
export type { YamlNode } from './yaml-node';
export { FileProblems } from './file-problems';
