import './prepare.ts'
import { initializeWebModelContext } from '@mcp-b/global'

/**
 * Puts the bridge at `document.modelContext`: over the browser's own where there is one, else over a stand-in.
 * From then on `document.modelContext` must be read afresh. Only windows of the page's own origin may talk to it.
 */
export const startBridge = (origin: string): void =>
  initializeWebModelContext({
    transport: { tabServer: { allowedOrigins: [origin] }, iframeServer: false },
    // The shim hangs a second way to call tools on `navigator`; nobody needs it.
    installTestingShim: false,
  })
