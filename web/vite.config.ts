import path from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'
import { BASE_PATH } from '../contract/core/base-path.ts'
import { pdfParts } from './pdf-parts.ts'
import { verifyPage } from './verify/page-build.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`

/** Every screen needs these Pretendard subsets of Latin and common Hangul. */
const PRELOADED_FONT = /PretendardVariable\.subset\.(90|91)-[\w-]+\.woff2$/

const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => PRELOADED_FONT.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `/${file}`,
          },
          injectTo: 'head' as const,
        })),
  },
}

const CONTRACT = path.join(import.meta.dirname, '..', 'contract', 'features')
/** A summary is one string on its line or the next. */
const SUMMARY = /^ {2}summary:\s*(['"`])(?:(?!\1)[^\\]|\\.)*\1,\n/gm
const OPERATION_RULES = /^ {2}(?:delivers|permission): '[^']*',\n/gm

/** Summaries serve readers of the contract, and rules the server alone. */
const lightOperations: Plugin = {
  name: 'light-operations',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) =>
    id.startsWith(CONTRACT)
      ? { code: code.replace(SUMMARY, '').replace(OPERATION_RULES, ''), map: null }
      : undefined,
}

const shared = () => ({
  root: import.meta.dirname,
  publicDir: false as const,
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['ko-KR', 'en-US'] }), enforce: 'pre' as const },
    lightOperations,
    preloadFonts,
  ],
  html: { cspNonce: '__NONCE__' },
})

const output = {
  outDir: '../.build/web',
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  sourcemap: false,
} as const

/** PDFs and the console need separate documents and policies; separate builds avoid shared chunks. */
const separatePages: Plugin = {
  name: 'separate-pages',
  apply: 'build',
  async closeBundle() {
    const { plugins, ...rest } = shared()
    const buildPages = (names: readonly string[], manifest: string, more: readonly Plugin[]) =>
      build({
        ...rest,
        configFile: false,
        logLevel: 'warn',
        plugins: [...plugins, ...more],
        build: {
          ...output,
          emptyOutDir: false,
          manifest: `.vite/${manifest}`,
          rollupOptions: { input: names.map((name) => path.join(import.meta.dirname, name)) },
        },
      })
    await buildPages(['compose.html', 'sign.html'], 'manifest-of-documents.json', [pdfParts])
    await buildPages(['console.html'], 'manifest-of-console.json', [])
  },
}

/** Vite reloads for packages found late. */
const PACKAGES_OF_CLIENT = [
  '@simplewebauthn/browser',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  'asn1js',
  'es-hangul',
  'lucide-react',
  'pkijs',
  'react',
  'react-aria-components',
  'react-dom',
  'react-dom/client',
  'react-pdf',
  'react-rnd',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'signature_pad',
  'tus-js-client',
  'vitest-browser-react',
  'zod',
]

export const componentServing = (target: string): UserConfig => ({
  plugins: [...shared().plugins, pdfParts],
  server: { proxy: { [BASE_PATH]: { target } } },
  optimizeDeps: { include: PACKAGES_OF_CLIENT, noDiscovery: true },
})

/** The server replaces `__NONCE__` per answer and serves only `assets/` as files. */
export default defineConfig(({ command }) => {
  const { plugins, ...rest } = shared()
  return {
    ...rest,
    plugins: [...plugins, verifyPage, separatePages, ...(command === 'serve' ? [pdfParts] : [])],
    build: { ...output, emptyOutDir: true, manifest: true },
    server: { proxy: { [BASE_PATH]: { target: server } } },
  }
})
