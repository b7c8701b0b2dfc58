import { Client } from '@modelcontextprotocol/client'
import { TabClientTransport } from '@mcp-b/transports'

/** Runs in the page: a client as an extension or a script would be one, over the transport they use. */
export async function callTool(name: string, input: Record<string, unknown>): Promise<{ readonly tools: readonly string[]; readonly answer: unknown }> {
  const client = new Client({ name: 'In the page', version: '1' })
  await client.connect(new TabClientTransport({ targetOrigin: location.origin }))
  const { tools } = await client.listTools()
  const { structuredContent } = await client.callTool({ name, arguments: input })
  await client.close()
  return { tools: tools.map((tool) => tool.name).sort(), answer: structuredContent }
}
