import { type Command, Option } from 'commander';
import type { AcknowledgeOptions } from './acknowledge.command';
import type { ConvertOptions } from './convert.command';
import { EXIT_CODES_HELP } from './exit-codes';
import type { GenerateOptions } from './generate.command';
import { LOG_FORMATS } from './messages';
import { wholeNumber, workerThreads } from './option-values';
import type { CommandActions } from './command-actions';
import { addMatch } from './program-match';
import { addScrub } from './program-scrub';
import { SCHEMA_CHECK } from './schema-options';
import type { ValidateOptions } from './validate.command';
import { VALIDATION_FORMATS } from './validation-formats';

const MAX_CHUNK_SIZE = 100_000;
const UNLIMITED_WARNINGS = -1;
const DEFAULT_SHOWN = 20;

const SHOW_GENERATED = 'issues that are listed, with their messages, which quote values of the request (default: 20, with the sentence of the rule instead)';

const CONVERT_EXAMPLES = `
Examples:
  clearloop convert remit.835                        one JSON array on standard output
  clearloop convert remit.835 --to ndjson | head     one object a line; stops with its reader
  clearloop convert in/ --recurse --out out/         a JSON file for each input, in the same subfolders
  clearloop convert *.835 --out all.ndjson           all inputs in one file
  clearloop convert remit.835 --out remit.csv        tables: remit.csv, remit-Lines.csv and so on
  clearloop convert remit.835 --out remit.csv --excel --descriptions
  clearloop convert remit.835 --out remit.xlsx       a workbook; remit.parquet for data tools
  clearloop convert claims.837 --to fhir             FHIR R4 resources, one a line
  clearloop convert archive.zip big.835.gz --out out/ --report run.json
  cat remit.835 | clearloop convert - --to ndjson
`;

const VALIDATE_EXAMPLES = `
Examples:
  clearloop validate *.835                           what is wrong, and how often
  clearloop validate claims.837 --format text        the file with messages below its segments
  clearloop validate in/ --recurse --out issues.ndjson --levels 1-7
`;

const ACKNOWLEDGE_EXAMPLES = `
Examples:
  clearloop ack claims.837 --out claims.999          the acknowledgment for its sender
  clearloop ack in/ --recurse --out acks/            one for each input
`;

const GENERATE_EXAMPLES = `
Examples:
  clearloop generate 837 claims.json --out claims.837
  clearloop generate 835 payments.ndjson --out remit.835 --fail-on-issues
`;

/** Adds the commands that read files: convert, validate, ack, scrub and generate. */
export function addFileCommands(program: Command, actions: CommandActions): void {
  addConvert(program, actions);
  addValidate(program, actions);
  addAcknowledge(program, actions);
  addMatch(program, actions, addReportOptions);
  addScrub(program, actions, addReportOptions);
  addGenerate(program, actions);
}

function addConvert(program: Command, actions: CommandActions): void {
  const command = program
    .command('convert')
    .description('Convert files, folders or standard input (-) to JSON, NDJSON, CSV, Parquet, Excel or FHIR.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input')
    .option('-t, --to <format>', 'json, ndjson, csv, parquet, xlsx, fhir, segments, or the output of a plugin; by the extension of --out, else json')
    .option(
      '-o, --out <path>',
      'file for all inputs together (its extension names the format), or folder (with / at the end if it is new) for one file each; standard output if absent',
    )
    .option('-r, --recurse', 'look into the subfolders of folders')
    .option(
      '-j, --jobs <count>',
      'threads that convert files and parts of large files, or auto: the cores of the machine, at most 8, where there is much to do (default: auto)',
      workerThreads,
    );
  addConversionOptions(command);
  addReportOptions(command)
    .addHelpText('after', CONVERT_EXAMPLES + EXIT_CODES_HELP)
    .action(async (paths: readonly string[], options: ConvertOptions) => actions.convert(paths, options));
}

/** Adds the options that say what records look like. */
export function addConversionOptions(command: Command): Command {
  return command
    .option('--segments', 'write the tree of segments of every transaction set, instead of claims, payments and members')
    .option('--objects <names>', 'write objects instead of trees: eligibility, status, authorization, premium, or all (default: CLEARLOOP_OBJECTS)')
    .option('--transaction-top-level', 'write each transaction once, as an object of its own')
    .option('--control-segments', 'write INTERCHANGE_CONTROL and FUNCTIONAL_GROUP objects, or headers and trailers of batches')
    .option('--chunk-size <count>', 'claims, payments or members converted at a time (default: 50)', wholeNumber(1, MAX_CHUNK_SIZE))
    .option(
      '--max-warnings <count>',
      'findings after which a file ends with an error, -1 for no limit (default: 3000)',
      wholeNumber(UNLIMITED_WARNINGS, Number.MAX_SAFE_INTEGER),
    )
    .option('--validate', 'validate as well; issues stand inside their objects and around them')
    .option('--levels <levels>', 'SNIP levels to validate, such as 1-3,5 or 1-7 (default: 1-3,5); implies --validate')
    .option('--rules <ids>', 'ids of rules beside the levels, with a minus sign to switch one off; implies --validate')
    .option('--warnings', 'write findings into the output as WARNING objects')
    .option('--bare-file-names', 'name files in records without their folders')
    .option('--descriptions', 'tables: columns with the description of each code beside it; other formats have descriptions')
    .option('--no-descriptions', 'leave out the descriptions of codes')
    .option('--schema-file <path>', 'tables: file of schemas (default: those of the product)')
    .option('--schema-name <name>', 'tables: schema that chooses the columns (default: one table on standard output, else a file for each list)')
    .option('--schema-check <check>', SCHEMA_CHECK)
    .option('--fhir-bundle', 'FHIR: a transaction Bundle for each record, instead of a resource a line')
    .option('--spreadsheet-safe', 'CSV: write an apostrophe before text that a spreadsheet would take for a formula')
    .option('--excel', 'CSV for spreadsheets: byte order mark, ids and zip codes as text; includes --spreadsheet-safe');
}

function addValidate(program: Command, actions: CommandActions): void {
  const command = program
    .command('validate')
    .description('Report what is wrong in files, folders or standard input (-). Exit code 3 when something is. Rules: see docs/validation-rules.md.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input')
    .addOption(
      new Option(
        '-f, --format <format>',
        'summary for people, text (the EDI with messages below its segments), json or ndjson (default: by the extension of --out, else summary)',
      ).choices(VALIDATION_FORMATS),
    )
    .option('-o, --out <path>', 'file: .txt, .json or .ndjson; standard output if absent')
    .option('-r, --recurse', 'look into the subfolders of folders')
    .option('-j, --jobs <count>', 'threads that validate files and parts of large files, or auto, as in convert (default: auto)', workerThreads)
    .option('--show <count>', 'issues of each file that a summary lists', wholeNumber(0, Number.MAX_SAFE_INTEGER), DEFAULT_SHOWN)
    .option('--prefix <text>', 'what lines with messages begin with in text (default: !!)');
  addReportOptions(addRuleOptions(command))
    .addHelpText('after', VALIDATE_EXAMPLES + EXIT_CODES_HELP)
    .action(async (paths: readonly string[], options: ValidateOptions) => actions.validate(paths, options));
}

function addAcknowledge(program: Command, actions: CommandActions): void {
  const command = program
    .command('ack')
    .description('Acknowledge files, folders or standard input (-): a 999 for each functional group, TA1 for interchanges. See docs/acknowledgments.md.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input')
    .option('-o, --out <path>', 'file for all acknowledgments together, or folder (ending with / if it is new) for one file each; standard output if absent')
    .option('-r, --recurse', 'look into the subfolders of folders');
  addReportOptions(addRuleOptions(command))
    .addHelpText('after', ACKNOWLEDGE_EXAMPLES + EXIT_CODES_HELP)
    .action(async (paths: readonly string[], options: AcknowledgeOptions) => actions.acknowledge(paths, options));
}

function addGenerate(program: Command, actions: CommandActions): void {
  const command = program
    .command('generate')
    .description('Generate EDI from JSON: an object, or NDJSON with the envelope in its first line and a record in each other. See docs/generation.md.')
    .argument('<set>', 'transaction set, such as 837, 271 or 277CA, or the id of a format')
    .argument('<request>', 'file of JSON or NDJSON, also gzip data, or - for standard input')
    .option('-o, --out <path>', 'file; standard output if absent')
    .option('--fail-on-issues', 'write nothing when validation finds anything; exit code 1')
    .option('--no-validate', 'do not validate what is written')
    .option('--show <count>', SHOW_GENERATED, wholeNumber(0, Number.MAX_SAFE_INTEGER));
  addReportOptions(addRuleOptions(command))
    .addHelpText('after', GENERATE_EXAMPLES + EXIT_CODES_HELP)
    .action(async (set: string, path: string, options: GenerateOptions) => actions.generate(set, path, options));
}

function addRuleOptions(command: Command): Command {
  return command
    .option('--levels <levels>', 'SNIP levels that are looked at, such as 1-3,5 or 1-7 (default: 1-3,5)')
    .option('--rules <ids>', 'ids of rules to look by beside the levels; a minus sign before an id switches the rule off');
}

/** How a run over files is reported; the same for all of them. */
function addReportOptions(command: Command): Command {
  return command
    .option('--report <path>', 'JSON file: status, counts, error code, seconds and outputs of each file; see docs/cli.md')
    .addOption(new Option('--log <format>', 'messages on standard error as text, or as one JSON object a line').choices(LOG_FORMATS).default('text'))
    .option('-q, --quiet', 'no progress bar and no summary; errors and warnings are shown');
}
