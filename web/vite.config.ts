import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`

/** The server replaces `__NONCE__` in the built page by a fresh nonce for each answer, and serves `assets/` alone as files. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': { target: server } } },
})
