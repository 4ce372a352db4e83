import path from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pdfParts } from './pdf-parts.ts'
import { verifyPage } from './verify/page-build.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`

/** The subsets of Pretendard that hold Latin and the commonest Hangul: every screen needs them, so they are asked for with the page. */
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
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
  },
}

/** The server replaces `__NONCE__` in the built page by a fresh nonce for each answer, and serves `assets/` alone as files. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['ko-KR', 'en-US'] }), enforce: 'pre' }, preloadFonts, pdfParts, verifyPage],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The composing tool and the signing page are documents of their own: they read PDFs, which needs a policy that no other page has.
    rollupOptions: { input: ['index.html', 'compose.html', 'sign.html'].map((page) => path.join(import.meta.dirname, page)) },
  },
  server: { proxy: { '/api': { target: server } } },
})
