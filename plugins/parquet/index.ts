export { ParquetOutput } from './parquet.output';
