import type { Readable } from 'node:stream'

/** What a scanner says of content. */
export type Verdict =
  | { readonly kind: 'clean' }
  /** `signature`: the scanner's name for what it found. */
  | { readonly kind: 'infected'; readonly signature: string }
  /** It could not look at all of it: too large for its limits, or it failed at it. */
  | { readonly kind: 'unscanned' }

/** Looks for viruses. */
export interface Scanner {
  /**
   * What a content is. `open` begins to read it, once its turn has come.
   * @throws ScannerDownError where no verdict could be had; whatever the content itself throws.
   */
  scan(open: () => Readable): Promise<Verdict>
  /** @throws ScannerDownError where it cannot be reached. */
  ping(): Promise<void>
}

/** The scanner cannot be reached, or gave no answer in time. */
export class ScannerDownError extends Error {
  override readonly name = 'ScannerDownError'
}
