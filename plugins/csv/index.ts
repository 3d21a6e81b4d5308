export { CsvOutput } from './csv.output';
