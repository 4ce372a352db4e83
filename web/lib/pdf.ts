import { pdfjs } from 'react-pdf'
import { PDF_WORKER_PATH } from './pdf-worker-path.ts'

interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown }
}

const WORKER_URL = `${PDF_WORKER_PATH}pdf.worker.min.mjs`

/** The CSP permits only this policy name and URL. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptPolicies }
  if (!trustedTypes) return WORKER_URL
  const policy = trustedTypes.createPolicy('pdf-worker', {
    createScriptURL(url) {
      if (url !== WORKER_URL) throw new TypeError('no script of ours')
      return url
    },
  })
  // The value is a TrustedScriptURL despite its type.
  return policy.createScriptURL(WORKER_URL) as string
}

/** pdf.js would end its own worker with each document. */
export const PDF_OPTIONS = {
  worker: new pdfjs.PDFWorker({
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    port: new Worker(workerUrl(), { type: 'module', name: 'pdf' }) as unknown as null,
  }),
  cMapUrl: `${PDF_WORKER_PATH}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${PDF_WORKER_PATH}standard_fonts/`,
  iccUrl: `${PDF_WORKER_PATH}iccs/`,
  wasmUrl: `${PDF_WORKER_PATH}wasm/`,
  verbosity: pdfjs.VerbosityLevel.ERRORS,
  isEvalSupported: false,
  enableXfa: false,
} as const
