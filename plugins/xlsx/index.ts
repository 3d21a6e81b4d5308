export { XlsxOutput } from './xlsx.output';
