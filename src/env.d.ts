/// <reference types="vite/client" />

declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const component: DefineComponent<Record<string, unknown>, Record<string, unknown>, unknown>
  export default component
}

/** Made by `src/build/validators.ts` from the catalogue of `src/app/catalogue.ts`. */
declare module 'virtual:validators' {
  export const validatorFor: import('./bus/validate.ts').ValidatorFor
}
