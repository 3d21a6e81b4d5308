/** Content type of Apache Parquet. */
export const PARQUET = 'application/vnd.apache.parquet';

/** Content type of an Excel workbook. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
