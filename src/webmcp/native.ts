import { createModelContextProvider, type ModelContextOptions } from './modelContext.ts'
import type { Provider } from './provider.ts'

/** The browser's own `document.modelContext` behind our port. */
export const createNativeProvider = (options: ModelContextOptions): Provider => createModelContextProvider('native', options)
