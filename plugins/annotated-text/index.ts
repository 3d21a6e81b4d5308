export { AnnotatedTextOutput } from './annotated-text.output';
