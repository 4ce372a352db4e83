import type { PagePicture } from '../../../workers/watermark/index.ts'

/** A document with more is not understood. */
const OF_DOCUMENT = 64 * 2 ** 20
const OF_PROCESS = 256 * 2 ** 20
/** Of a word with its place. */
const WORD = 100

/** Memory that pictures of pages take, of one document within that of all. */
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

/** Of this process. Beyond it documents become page images, which are drawn as they are read. */
export const PICTURES = new PictureBudget({ ofDocument: OF_DOCUMENT, inAll: OF_PROCESS })

export const bytesOf = ({ jpeg, words }: Pick<PagePicture, 'jpeg' | 'words'>): number =>
  Buffer.byteLength(jpeg, 'base64') + WORD * words.length
