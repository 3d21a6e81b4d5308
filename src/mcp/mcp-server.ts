import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Codes } from '../codes/code.types';
import { EdiError } from '../common/edi-error';
import { packageVersion } from '../common/package-root';
import { GuideLoader, productGuideFolder } from '../guide/guide-loader';
import { GuideRegistry } from '../guide/guide-registry';
import type { Engine } from '../pipeline/engine';
import { AllowedFiles, type FileRules } from './allowed-files';
import { answerText } from './answer';
import { acknowledgeFile, describeFile, generateEdi, getRecord, listRecords, sampleFile, scrubFile, validateFile } from './file-tools';
import { describeGuide, explainSegment, lookupCode, searchCodes } from './guide-tools';
import { checkArguments, inputSchemaOf, type Tool, type ToolContext } from './tool';

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  describeFile,
  listRecords,
  getRecord,
  validateFile,
  acknowledgeFile,
  explainSegment,
  describeGuide,
  lookupCode,
  searchCodes,
  scrubFile,
  generateEdi,
  sampleFile,
];

/** Parts of a server. */
export interface McpParts extends FileRules {
  readonly engine: Engine;
  /** Opens the codes; called when the first code is requested. */
  readonly openCodes: () => Promise<Codes>;
}

/** Makes a server of the Model Context Protocol, which a transport is connected to. Throws EDI_BAD_PARAMETER for a folder that is not there. */
export function createMcpServer(parts: McpParts): McpServer {
  const { engine, openCodes } = parts;
  const files = new AllowedFiles(parts, engine);
  const guides = new GuideRegistry(new GuideLoader([productGuideFolder(), ...engine.context.plugins.guideFolders]));
  let codes: Promise<Codes> | undefined;
  const shared = { engine, files, guides, codes: () => (codes ??= openCodes()) };
  const mcp = new McpServer({ name: 'clearloop', version: packageVersion() }, { capabilities: { tools: {} }, instructions: instructionsOf(parts) });
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((tool) => ({ name: tool.name, description: tool.description, inputSchema: inputSchemaOf(tool) })),
  }));
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => callTool(params.name, params.arguments ?? {}, { ...shared, signal }));
  return mcp;
}

/** Serves the tools over a pair of streams until the input ends or the signal is aborted. */
export async function serveTools(parts: McpParts, stdin: Readable, stdout: Writable, signal: AbortSignal): Promise<void> {
  const mcp = createMcpServer(parts);
  const ended = new Promise<void>((resolve) => {
    mcp.server.onclose = resolve;
    stdin.once('end', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await mcp.connect(new StdioServerTransport(stdin, stdout));
  await ended;
  await mcp.close();
}

async function callTool(name: string, given: Readonly<Record<string, unknown>>, context: ToolContext): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) return failed(`There is no tool of this name. Tools are ${TOOLS.map((one) => one.name).join(', ')}.`);
  try {
    return { content: [{ type: 'text', text: answerText(await tool.run(checkArguments(tool, given), context)) }] };
  } catch (error) {
    // Messages of other errors may hold anything.
    return failed(error instanceof EdiError ? `${error.code}: ${error.message}` : 'The tool failed unexpectedly.');
  }
}

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text: text.slice(0, MAX_MESSAGE) }] });

const MAX_MESSAGE = 2_000;

function instructionsOf({ showsPersons, writeFolder }: FileRules): string {
  const persons = showsPersons
    ? 'Files hold data of patients: show as little of it as the task needs.'
    : 'Names, ids and dates of persons are pseudonyms: the same person has the same one in all answers.';
  return `Reads healthcare EDI (X12 and NCPDP) in allowed folders. ${persons} ${writeFolder === undefined ? 'No file is written.' : 'Results may be written to one folder.'}`;
}
