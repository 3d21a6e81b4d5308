import 'reflect-metadata';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { allowedValues, validatedNames } from '../../../src/http/validation/validation.pipe';

class Parent {
  @IsOptional()
  @IsString()
  readonly name?: string;
}

class Query extends Parent {
  @IsOptional()
  @IsBoolean()
  readonly ndjson?: boolean;

  @IsInt()
  @Min(-1)
  @Max(9)
  readonly bounded: number = 1;

  @IsInt()
  @Min(1)
  readonly unbounded: number = 1;

  @IsIn(['auto', 'strict'])
  readonly mode: string = 'auto';

  @Matches(/^\d+$/, { message: 'digits' })
  readonly digits: string = '1';

  readonly other: string = '';
}

describe('allowed values of a class', () => {
  it.each([
    ['name', 'any text'],
    ['ndjson', 'true or false'],
    ['bounded', 'a whole number from -1 to 9'],
    ['unbounded', 'a whole number 1 or more'],
    ['mode', 'auto, strict'],
    ['digits', 'digits'],
  ])('are read from the decorators of %s', (property, words) => {
    expect(allowedValues(Query, property)).toBe(words);
  });

  it('exist for the properties that it and its parents validate', () => {
    expect([...validatedNames(Query)].sort()).toEqual(['bounded', 'digits', 'mode', 'name', 'ndjson', 'unbounded']);
    expect(validatedNames(Object)).toEqual([]);
  });
});
