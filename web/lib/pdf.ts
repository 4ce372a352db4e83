import { pdfjs } from 'react-pdf'
import { PDF_PARTS } from './pdf-parts.ts'

interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}

const WORKER_URL = `${PDF_PARTS}pdf.worker.min.mjs`

/** The page's policy knows this name alone, and it lets one address pass. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptPolicies }
  if (!trustedTypes) return WORKER_URL
  const policy = trustedTypes.createPolicy('pdf-worker', {
    createScriptURL(url) {
      if (url !== WORKER_URL) throw new TypeError('no script of ours')
      return url
    },
  })
  // What the browser takes for an address here is more than a text to it.
  return policy.createScriptURL(WORKER_URL) as string
}

/**
 * How PDFs are read in the browser: the `options` of react-pdf's Document. One worker reads all documents of the page; it lives as long as
 * the page, since pdf.js would end it with the first document that is closed.
 */
export const PDF_OPTIONS = {
  worker: new pdfjs.PDFWorker({
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    port: new Worker(workerUrl(), { type: 'module', name: 'pdf' }) as unknown as null,
  }),
  cMapUrl: `${PDF_PARTS}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${PDF_PARTS}standard_fonts/`,
  iccUrl: `${PDF_PARTS}iccs/`,
  wasmUrl: `${PDF_PARTS}wasm/`,
  // What it puts up with in a PDF is no news to anybody.
  verbosity: pdfjs.VerbosityLevel.ERRORS,
  isEvalSupported: false,
  enableXfa: false,
} as const
