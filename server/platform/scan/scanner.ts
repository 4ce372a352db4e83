import type { Readable } from 'node:stream'

export type ScanVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'infected'; readonly signature: string }
  /** The content was not scanned because of limits or a failure. */
  | { readonly kind: 'unscanned' }

export interface Scanner {
  /** `open` is called after queueing. @throws ScannerDownError, errors of the content */
  scan(open: () => Readable): Promise<ScanVerdict>
  /** @throws ScannerDownError */
  ping(): Promise<void>
}

/** The scanner is unreachable or too slow. */
export class ScannerDownError extends Error {
  override readonly name = 'ScannerDownError'
}
