import type { PagePicture } from '../../../workers/watermark/index.ts'

/** A document that needs more bytes counts as not understood. */
const OF_DOCUMENT = 64 * 2 ** 20
const OF_PROCESS = 256 * 2 ** 20
/** A word takes about this many bytes. */
const WORD = 100

export class PictureBudget {
  readonly #limits: { readonly ofDocument: number; readonly inAll: number }
  #inAll = 0

  constructor(limits: { readonly ofDocument: number; readonly inAll: number }) {
    this.#limits = limits
  }

  open(): { take(bytes: number): boolean; release(): void } {
    let held = 0
    return {
      take: (bytes) => {
        const { ofDocument, inAll } = this.#limits
        if (held + bytes > ofDocument || this.#inAll + bytes > inAll) return false
        held += bytes
        this.#inAll += bytes
        return true
      },
      release: () => {
        this.#inAll -= held
        held = 0
      },
    }
  }
}

/** Documents beyond the budget become page images. */
export const PICTURES = new PictureBudget({ ofDocument: OF_DOCUMENT, inAll: OF_PROCESS })

export const bytesOf = ({ jpeg, words }: Pick<PagePicture, 'jpeg' | 'words'>): number =>
  Buffer.byteLength(jpeg, 'base64') + WORD * words.length
