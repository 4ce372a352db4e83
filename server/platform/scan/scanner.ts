import type { Readable } from 'node:stream'

export type ScanVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'infected'; readonly signature: string }
  /** Limits or a failure prevented the scan. */
  | { readonly kind: 'unscanned' }

export interface Scanner {
  /** `open` follows the queue. @throws ScannerDownError, errors of the content */
  scan(open: () => Readable): Promise<ScanVerdict>
  /** @throws ScannerDownError */
  ping(): Promise<void>
}

export class ScannerDownError extends Error {
  override readonly name = 'ScannerDownError'
}
