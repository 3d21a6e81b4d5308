import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { FileRules } from '../../src/mcp/allowed-files';
import { createMcpServer } from '../../src/mcp/mcp-server';
import { openCodes } from '../../src/library';
import { converter } from './conversion';

/** A client of the SDK that is connected to a server of ours. */
export interface McpSession {
  /** The text of an answer, and whether it is an error. */
  call(name: string, given?: Record<string, unknown>): Promise<{ readonly text: string; readonly isError: boolean }>;
  tools(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The secret of sessions in tests, and of the session in docs/mcp.md. */
const KEY = Buffer.from('the secret of docs/mcp.md');

export async function openSession(rules: Partial<FileRules> & Pick<FileRules, 'folders'>): Promise<McpSession> {
  const codes = openCodes(process.env);
  const server = createMcpServer({ engine: converter(), writeFolder: undefined, showsPersons: false, key: KEY, openCodes: async () => codes, ...rules });
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return {
    async call(name, given = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const [first] = Array.isArray(content) ? (content as readonly { readonly text?: string }[]) : [];
      return { text: first?.text ?? '', isError: isError === true };
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: async () => {
      await client.close();
      await (await codes).close();
    },
  };
}
