import type { z } from 'zod'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import type { trashedItem } from '../../../../contract/features/documents/trash.ts'
import type { item } from '../../../../contract/features/documents.ts'
import type { open } from '../../../../contract/features/renditions.ts'
import { type WireAnswer, WireSession } from './wire-session.ts'

export type ItemRecord = z.output<typeof item>
export type TrashedRecord = z.output<typeof trashedItem>

export class DocumentCalls extends WireSession {
  locate(fileId: number, more: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/file/locate', {
      body: { fileId, roomId: this.me.roomId, ...more },
    })
  }

  outline(
    parent: number,
    step: number,
    cursor: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/file/outline', {
      body: { parent, roomId: this.me.roomId, step, cursor, ...more },
    })
  }

  list(parent = 0, more: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/file/list', {
      body: { keword: '', parent, roomId: this.me.roomId, ...more },
    })
  }

  async items(parent = 0): Promise<ItemRecord[]> {
    return (await this.list(parent)).json.payload as ItemRecord[]
  }

  upload(
    files: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[],
    parent = 0,
    conflict?: 'keep' | 'replace',
  ): Promise<WireAnswer> {
    const form = this.uploadForm(parent, 4)
    if (conflict) form.set('conflict', conflict)
    for (const [name, bytes] of files) form.append('file', new Blob([bytes]), name)
    return this.call('POST', '/room/api/file/upload', { form })
  }

  makeFolder(folderName: string, parent = 0): Promise<WireAnswer> {
    const form = this.uploadForm(parent, 5)
    form.set('folderName', folderName)
    form.append('file', new Blob([]), '')
    return this.call('POST', '/room/api/file/upload', { form })
  }

  async newFolder(name: string, parent = 0): Promise<number> {
    return ((await this.makeFolder(name, parent)).json.payload as { id: number }).id
  }

  uploadForm(parent: number, typeId: number): FormData {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      id: this.me.id,
      parent,
      roomId: this.me.roomId,
      typeId,
    }))
      form.set(name, String(value))
    return form
  }

  renameItem(fileId: number, name: string): Promise<WireAnswer> {
    return this.change('PATCH', '/room/api/file/file/update/edit', { fileId, name })
  }

  moveItem(fileId: number, parent: number): Promise<WireAnswer> {
    return this.change('PATCH', '/room/api/file/file/update/move', { fileId, parent })
  }

  copyItem(fileId: number, name: string, parent: number): Promise<WireAnswer> {
    return this.change('PATCH', '/room/api/file/file/update/copy', { fileId, name, parent })
  }

  deleteItem(fileId: number, name = ''): Promise<WireAnswer> {
    return this.change('DELETE', '/room/api/file/file/delete', { fileId, name })
  }

  listTrash(query: Readonly<Record<string, string | number>> = {}): Promise<WireAnswer> {
    return this.call('GET', `/room/api/file/trash/${this.me.roomId}`, { query })
  }

  async trashed(): Promise<TrashedRecord[]> {
    return (await this.listTrash()).json.payload as TrashedRecord[]
  }

  restoreItem(fileId: number): Promise<WireAnswer> {
    return this.change('POST', '/room/api/file/trash/restore', { fileId })
  }

  retryPreview(fileId: number): Promise<WireAnswer> {
    return this.change('POST', '/room/api/file/preview/retry', { fileId })
  }

  destroyItem(fileId: number): Promise<WireAnswer> {
    return this.change('POST', '/room/api/file/trash/destroy', { fileId })
  }

  makeFolders(paths: readonly string[], parent = 0): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/folders', {
      body: { parent, paths, id: this.me.id, roomId: this.me.roomId },
    })
  }

  conflicts(paths: readonly string[], parent = 0): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/conflicts', {
      body: { parent, paths, roomId: this.me.roomId },
    })
  }

  versions(fileId: number): Promise<WireAnswer> {
    return this.call('GET', `/room/api/file/versions/${fileId}`)
  }

  restoreVersion(fileId: number, number: number): Promise<WireAnswer> {
    return this.change('POST', '/room/api/file/versions/restore', { fileId, number })
  }

  async put(name: string, bytes: Uint8Array, parent = 0): Promise<number> {
    const answer = await this.upload([[name, new Uint8Array(bytes)]], parent)
    if (answer.http !== 200) throw new Error(`not uploaded: ${answer.text}`)
    return (answer.json.payload as { id: number }[])[0]?.id ?? 0
  }

  pageText(lease: string, page = 1): Promise<WireAnswer> {
    return this.call('GET', `/room/api/file/view/${lease}/pages/${page}/text`)
  }

  pageLinks(lease: string, page = 1): Promise<WireAnswer> {
    return this.call('GET', `/room/api/file/view/${lease}/pages/${page}/links`)
  }

  find(
    lease: string,
    q: string,
    more: Readonly<Record<string, string | number>> = {},
  ): Promise<WireAnswer> {
    return this.call('GET', `/room/api/file/view/${lease}/find`, { query: { q, ...more } })
  }

  unlock(lease: string, password: string): Promise<WireAnswer> {
    return this.call('POST', `/room/api/file/view/${lease}/password`, { body: { password } })
  }

  async openDocument(itemId: number): Promise<PayloadOut<typeof open>> {
    const answer = await this.call('GET', `/room/api/file/prepareFile/${itemId}`)
    if (answer.json.status !== 'OK') throw new Error(`no lease: ${answer.text}`)
    return answer.json.payload as never
  }
}
