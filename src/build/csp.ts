import type { Plugin } from 'vite'

/**
 * What the built page may do: load its own files and nothing else, and turn no string into code or markup.
 * `vue` is the policy Vue makes on import; `understudy-url` admits only our own worker addresses.
 */
export const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue understudy-url',
].join('; ')

/** Puts the policy first into the head of every built page. Left out in development, where Vite injects styles. */
export function csp(): Plugin {
  return {
    name: 'understudy:csp',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
      ],
    },
  }
}
