export { NdjsonOutput } from './ndjson.output';
