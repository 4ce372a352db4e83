import type { Language } from '../../../../contract/core/errors.ts'
import { conflicts, makeFolders } from '../../../../contract/features/documents/upload.ts'
import { unfinished } from '../../../../contract/features/uploads.ts'
import type { Api } from '../../../lib/api/api.ts'
import { sendBatch } from './send-batch.ts'
import { discardUpload, sendResumable } from './send-resumable.ts'
import type { UploadPorts } from './upload-ports.ts'
import { lastSegment } from './upload-results.ts'

export interface Caller {
  readonly id: number
  readonly roomId: number
}

export interface Around {
  language(): Language
  onStored(parent: number): void
}

export function serverPorts(api: Api, caller: Caller, around: Around): UploadPorts {
  const { roomId } = caller
  const listUnfinished = () =>
    api.call(unfinished, { params: { roomId: String(roomId) }, query: {} })
  return {
    ...around,
    submits: false,
    send: (batch, options) => sendBatch(api, caller, batch, options),
    async makeFolders({ parent, staged }, paths, signal) {
      const body = {
        parent,
        paths: [...paths],
        id: caller.id,
        roomId,
        ...(staged === undefined ? {} : { staged }),
      }
      const { payload, beside } = await api.page(makeFolders, { body }, { signal })
      return { stored: payload.map(({ path }) => lastSegment(path)), rejected: beside.rejected }
    },
    sendResumable: (job, options) => sendResumable(api, job, options),
    taken: (parent, paths) => api.call(conflicts, { body: { parent, paths: [...paths], roomId } }),
    unfinished: listUnfinished,
    discard: (upload) => discardUpload(api, upload),
    probe: listUnfinished,
    onOnline(run) {
      addEventListener('online', run)
      return () => removeEventListener('online', run)
    },
  }
}
