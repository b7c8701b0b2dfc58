import type { ToolStatus } from '../../webmcp/registry/api.ts'

/** Where a tool stands with the host, as a person reads it. */
export const STATUS_WORDS: Readonly<Record<ToolStatus['status'], string>> = {
  registered: 'live',
  registering: 'going live',
  stored: 'no agent can reach this page',
  disabled: 'disabled',
  revoked: 'revoked',
  surplus: 'not live: the limit is reached',
  tampered: 'not live: changed after approval',
  failed: 'not live: refused by the browser',
}
