/*
 * What the bridge's code reads while it is being loaded; so this is a module of its own, imported before it.
 * Its schema library would try out whether it may turn text into code, which the page's policy reports as a
 * violation; and the bridge would start by itself, open to every origin.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true }
window.__webModelContextOptions = { autoInitialize: false }
