/** JSON Schema of a field or record, as the OpenAPI document shows it. */
export interface JsonSchema {
  /** Refers to a schema that has a name; then nothing else stands here. */
  readonly $ref?: string;
  /** Name under which documents refer to the schema, such as Code; absent for one that stands where it is used. */
  readonly title?: string;
  readonly type?: 'string' | 'number' | 'integer' | 'object' | 'array' | 'boolean';
  readonly format?: 'date' | 'date-time' | 'time';
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** True for objects with members that are not declared. */
  readonly additionalProperties?: true;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly description?: string;
}
