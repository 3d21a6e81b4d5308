export { JsonOutput } from './json.output';
