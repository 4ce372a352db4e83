import type { PayloadOut } from '../../../contract/core/operation.ts'
import { close, manifest, open, page } from '../../../contract/features/renditions.ts'
import type { Api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'

export type PageSize = PayloadOut<typeof manifest>['pages'][number]
export type Opened = PayloadOut<typeof open>

export interface PageRequest {
  readonly page: number
  /** In device pixels. */
  readonly width: number
  readonly isPrefetch: boolean
}

/** The right to look at one document for a while. It runs out when unused; the next page that is asked for opens it anew. */
export class Lease {
  readonly #api: Api
  readonly #documentId: number
  #opened: Promise<Opened> | undefined

  constructor(api: Api, documentId: number) {
    this.#api = api
    this.#documentId = documentId
  }

  open(): Promise<Opened> {
    this.#opened ??= this.#api.call(open, { params: { id: String(this.#documentId) }, query: {} }).catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async pages({ name }: Opened): Promise<readonly PageSize[]> {
    return (await this.#api.call(manifest, { params: { name } })).pages
  }

  async image(request: PageRequest, signal: AbortSignal): Promise<Blob> {
    const opened = this.open()
    try {
      return await this.#image((await opened).name, request, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND' || signal.aborted) throw error
      // Run out. Several pages may find so at once; the first one opens for all.
      if (this.#opened === opened) this.#opened = undefined
      return await this.#image((await this.open()).name, request, signal)
    }
  }

  #image(name: string, { page: number, width, isPrefetch }: PageRequest, signal: AbortSignal): Promise<Blob> {
    const query = { width: String(width), ...(isPrefetch ? { prefetch: '1' as const } : {}) }
    return this.#api.bytes(page, { params: { name, page: String(number) }, query }, { signal })
  }

  /** Gives the lease back; also when the page is being left. What fails here runs out by itself. */
  close(): void {
    const opened = this.#opened
    this.#opened = undefined
    opened?.then(({ name }) => this.#api.call(close, { params: { name } }, { keepalive: true })).catch(() => undefined)
  }
}
