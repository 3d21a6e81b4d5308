import { date, each, quantity, record, text } from '../../src/plugin';

/** FRM, an answer to a question of a form. */
const formQuestionResponse = record('FormQuestionResponse', {
  questionIdentifier: text('01'),
  yesOrNoResponse: text('02'),
  textResponse: text('03'),
  dateResponse: date('04'),
  numberResponse: quantity('05'),
});

/** 2440, a form that supports the line: LQ with its FRM. */
export const form = record('FormResponse', {
  formTypeCode: text('LQ01'),
  formIdentifier: text('LQ02'),
  responses: each('FRM', formQuestionResponse),
});
