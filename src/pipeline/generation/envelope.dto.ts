import { applyDecorators } from '@nestjs/common';
import { IsOptional, ValidateBy } from 'class-validator';
import { digitsOfDay, digitsOfTime } from '../../common/dates';
import { LINE_BREAKS } from '../../mapping/control-records';
import { controlNumberOf } from './control-number';

/* The envelope of a request to generate EDI (interface document, 2.15), checked by class-validator. */

/** Text of an envelope segment: no control character can stand there. That no delimiter does is checked when those are known. */
const PLAIN = /^[^\x00-\x1f\x7f]*$/;

const allows = (allowed: string, isAllowed: (value: unknown) => boolean): PropertyDecorator =>
  ValidateBy({ name: 'allowed', validator: { validate: isAllowed, defaultMessage: () => `expected ${allowed}` } });

function Characters(least: number, most: number): PropertyDecorator {
  const isAllowed = (value: unknown): boolean => typeof value === 'string' && value.trim().length >= least && value.length <= most && PLAIN.test(value);
  return allows(`a string of ${least === most ? most : `${least} to ${most}`} characters`, isAllowed);
}

/** One character of ASCII that is neither a letter, a digit nor a blank, so that it can separate. */
const Delimiter = (): PropertyDecorator =>
  allows('one character that is no letter, digit or blank', (value) => typeof value === 'string' && /^[^a-zA-Z0-9 \x80-\uffff]$/.test(value));
const Day = (): PropertyDecorator => allows('a date yyyy-mm-dd', (value) => typeof value === 'string' && digitsOfDay(value) !== undefined);
const Time = (): PropertyDecorator => allows('a time HH:mm or HH:mm:ss', (value) => typeof value === 'string' && digitsOfTime(value) !== undefined);
const ControlNumber = (): PropertyDecorator => allows('a whole number of up to nine digits', (value) => controlNumberOf(value) !== undefined);
const OneOf = (...codes: readonly string[]): PropertyDecorator =>
  allows(`one of ${codes.join(', ')}`, (value) => typeof value === 'string' && codes.includes(value));

/** For what reading shows and writing makes by itself. */
const Shown = (): PropertyDecorator => applyDecorators(IsOptional());

/** `interchangeControl` of a request: ISA. Only sender and receiver have to be there. */
export class InterchangeControlDto {
  @Shown() readonly id?: unknown;
  @Shown() readonly objectType?: unknown;
  @Shown() readonly fileInfo?: unknown;
  @IsOptional() @Delimiter() readonly elementSeparator: string = '*';
  @IsOptional() @Delimiter() readonly segmentTerminator: string = '~';
  @IsOptional() @Characters(1, 1) readonly repetitionSeparator: string = '^';
  @IsOptional() @Delimiter() readonly componentElementSeparator: string = ':';
  @IsOptional() @OneOf(...Object.keys(LINE_BREAKS)) readonly lineBreak?: keyof typeof LINE_BREAKS;
  @IsOptional() @Characters(5, 5) readonly interchangeControlVersionNumber: string = '00501';
  @IsOptional() @Characters(2, 2) readonly authorizationInformationQualifier: string = '00';
  @IsOptional() @Characters(0, 10) readonly authorizationInformation: string = '';
  @IsOptional() @Characters(2, 2) readonly securityInformationQualifier: string = '00';
  @IsOptional() @Characters(0, 10) readonly securityInformation: string = '';
  @Characters(2, 2) readonly senderIdQualifier: string = '';
  @Characters(1, 15) readonly senderId: string = '';
  @Characters(2, 2) readonly receiverIdQualifier: string = '';
  @Characters(1, 15) readonly receiverId: string = '';
  @IsOptional() @Day() readonly interchangeDate?: string;
  @IsOptional() @Time() readonly interchangeTime?: string;
  @IsOptional() @ControlNumber() readonly controlNumber?: number | string;
  @IsOptional() @OneOf('0', '1') readonly acknowledgmentRequested: string = '0';
  @IsOptional() @OneOf('I', 'P', 'T') readonly interchangeUsageIndicator: string = 'T';
}

/** `functionalGroup` of a request: GS. Only sender and receiver have to be there. */
export class FunctionalGroupDto {
  @Shown() readonly id?: unknown;
  @Shown() readonly objectType?: unknown;
  @IsOptional() @Characters(1, 20) readonly transactionType?: string;
  @IsOptional() @Characters(1, 2) readonly functionalIdentifierCode?: string;
  @IsOptional() @Characters(1, 12) readonly version?: string;
  @IsOptional() @Characters(1, 2) readonly responsibleAgencyCode: string = 'X';
  @Characters(1, 15) readonly senderCode: string = '';
  @Characters(1, 15) readonly receiverCode: string = '';
  @IsOptional() @Day() readonly date?: string;
  @IsOptional() @Time() readonly time?: string;
  @IsOptional() @ControlNumber() readonly controlNumber?: number | string;
}
