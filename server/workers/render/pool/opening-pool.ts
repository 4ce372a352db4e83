import { buffer } from 'node:stream/consumers'
import { openEncryptedFile } from '../../../platform/blob/open-encrypted-file.ts'
import type { RenderSource } from '../protocol.ts'
import { RenderError } from '../render-error.ts'
import { type Decrypt, OpenedCopies } from './opened-copies.ts'
import type { RenderPool } from './render-pool.ts'
import { untilAborted } from './until-aborted.ts'

interface OpeningPoolOptions {
  readonly signal?: AbortSignal
}

export function openingPool(pool: RenderPool, decrypt: Decrypt): RenderPool {
  const copies = new OpenedCopies(decrypt)
  const either = async <T>(
    source: RenderSource,
    options: OpeningPoolOptions | undefined,
    work: (source: RenderSource) => Promise<T>,
  ): Promise<T> => {
    const known = await copies.use(source, false, work)
    if (known) return known.done
    try {
      return await work(source)
    } catch (error) {
      if (!(error instanceof RenderError) || error.code !== 'LOCKED' || source.kind !== 'pdf')
        throw error
      const opened = await untilAborted(copies.use(source, true, work), options?.signal)
      if (!opened) throw error
      return opened.done
    }
  }
  const bare = async (copy: RenderSource): Promise<Uint8Array> => {
    const file = await openEncryptedFile(copy)
    try {
      return await buffer(file.stream())
    } finally {
      await file.close()
    }
  }
  return {
    inspect: (source, options) => either(source, options, (one) => pool.inspect(one, options)),
    unprotected: (source, options) =>
      either(source, options, (one) =>
        one.id === source.id ? pool.unprotected(one, options) : bare(one),
      ),
    renderPage: (source, request) =>
      either(source, request, (one) => pool.renderPage(one, request)),
    checkMark: (source, copy, request) =>
      either(source, request, (one) => pool.checkMark(one, copy, request)),
    pageText: (source, page, options) =>
      either(source, options, (one) => pool.pageText(one, page, options)),
    pageLinks: (source, page, written, options) =>
      either(source, options, (one) => pool.pageLinks(one, page, written, options)),
    find: (source, search, options) =>
      either(source, options, (one) => pool.find(one, search, options)),
    read: (source, pages, options) =>
      either(source, options, (one) => pool.read(one, pages, options)),
    load: () => pool.load(),
    async close() {
      await Promise.all([pool.close(), copies.close()])
    },
  }
}
