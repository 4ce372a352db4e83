import type { z } from 'zod'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { item, trashedItem } from '../../../contract/features/documents.ts'
import type { failedMailRow, memberRow } from '../../../contract/features/members.ts'
import type { open } from '../../../contract/features/renditions.ts'
import { CROSSING_PATHS } from '../../../contract/features/session/own-rooms.ts'
import { ENTRY_PATH, type ownSession, type sessionPayload } from '../../../contract/features/session.ts'

export type SessionRecord = z.output<typeof sessionPayload>
export type ItemRecord = z.output<typeof item>
export type OwnSessionRecord = z.output<typeof ownSession>
export type MemberRecord = z.output<typeof memberRow>
export type FailedMailRecord = z.output<typeof failedMailRow>
export type TrashedRecord = z.output<typeof trashedItem>

interface Envelope {
  readonly status: 'OK' | 'EXCEPTION'
  readonly payload: unknown
  readonly code?: string
  readonly message?: string
  readonly nextCursor?: string
  readonly rejected?: readonly { name: string; reason: string; code: string }[]
  readonly folderPath?: readonly { id: number; parent: number; folderName: string }[]
  readonly counts?: { readonly folders: number; readonly files: number }
  readonly stagesUploads?: boolean
  readonly total?: number
  readonly notices?: readonly string[]
  readonly raised?: boolean
  readonly step?: { readonly email: string }
}

export interface WireAnswer {
  readonly http: number
  readonly headers: Headers
  readonly text: string
  readonly json: Envelope
}

export function envelopeOf(text: string): Envelope {
  if (text === '') return { status: 'EXCEPTION', payload: null }
  const { data, error, ...envelope } = JSON.parse(text)
  if (error !== undefined) return { status: 'EXCEPTION', payload: error.message, ...error }
  return data === undefined ? envelope : { status: 'OK', payload: data, ...envelope }
}

interface CallOptions {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number>>
  readonly form?: FormData
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Keeps a session and device cookie, like a browser. */
export class WireClient {
  readonly base: string
  session: SessionRecord | undefined
  /** `proof` proves an address. */
  device: string | undefined
  proof: string | undefined
  signer: string | undefined

  constructor(base: string) {
    this.base = base
  }

  get me(): SessionRecord {
    if (!this.session) throw new Error('this client has no session')
    return this.session
  }

  async fetch(method: string, path: string, { body, query, form, bytes, headers }: CallOptions = {}): Promise<Response> {
    const url = new URL(BASE_PATH + path, this.base)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
    return fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.session ? { authorization: `Bearer ${this.session.jwt}` } : {}),
        ...(this.signer === undefined ? {} : { authorization: `Signer ${this.signer}` }),
        ...(this.device !== undefined && path.startsWith(ENTRY_PATH) ? { cookie: this.device } : {}),
        ...(CROSSING_PATHS.some((each) => path.startsWith(each)) ? { cookie: [this.device, this.proof].filter(Boolean).join('; ') } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form ? { body: form } : bytes ? { body: new Uint8Array(bytes) } : {}),
    })
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<WireAnswer> {
    const response = await this.fetch(method, path, options)
    const text = await response.text()
    return {
      http: response.status,
      headers: response.headers,
      text,
      json: envelopeOf(text),
    }
  }

  join(pin: string, headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    return this.#enter(ENTRY_PATH, { body: { pin }, headers })
  }

  joinByLink(token: string, headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    return this.#enter(`${ENTRY_PATH}/link`, { body: { token }, headers })
  }

  prove(code: string): Promise<WireAnswer> {
    return this.#enter(`${ENTRY_PATH}/step`, { body: { code } })
  }

  mailStepCode(headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    return this.call('POST', `${ENTRY_PATH}/step/code`, { headers })
  }

  async #enter(path: string, options: CallOptions): Promise<WireAnswer> {
    const answer = await this.call('POST', path, options)
    if (answer.json.status === 'OK') this.session = answer.json.payload as SessionRecord
    this.device = answer.headers.get('set-cookie')?.split(';')[0] ?? this.device
    return answer
  }

  findPin(email: string, headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    return this.call('POST', '/room/admin/auth/comm/findPin', { body: { email }, headers })
  }

  findCode(fields: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer> {
    const { roomNo, userId } = this.me
    return this.call('POST', '/room/admin/auth/comm/findCode', { body: { roomNo, userId, ...fields } })
  }

  agree(): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/checkAgree', { query: { id: this.me.id } })
  }

  elevate(code: string): Promise<WireAnswer> {
    return this.call('POST', '/room/admin/auth/comm/checkManagerPin', { body: { code, roomId: this.me.roomId, userId: this.me.userId } })
  }

  logout(): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/logout', { body: {} })
  }

  locate(fileId: number, more: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/file/locate', { body: { fileId, roomId: this.me.roomId, ...more } })
  }

  outline(parent: number, step: number, cursor: string, more: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/file/outline', { body: { parent, roomId: this.me.roomId, step, cursor, ...more } })
  }

  list(parent = 0, more: Readonly<Record<string, unknown>> = {}): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/file/list', { body: { keword: '', parent, roomId: this.me.roomId, ...more } })
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
    for (const [name, value] of Object.entries({ id: this.me.id, parent, roomId: this.me.roomId, typeId })) form.set(name, String(value))
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
    return this.call('POST', '/room/api/file/folders', { body: { parent, paths, id: this.me.id, roomId: this.me.roomId } })
  }

  conflicts(paths: readonly string[], parent = 0): Promise<WireAnswer> {
    return this.call('POST', '/room/api/file/conflicts', { body: { parent, paths, roomId: this.me.roomId } })
  }

  versions(fileId: number): Promise<WireAnswer> {
    return this.call('GET', `/room/api/file/versions/${fileId}`)
  }

  restoreVersion(fileId: number, number: number): Promise<WireAnswer> {
    return this.change('POST', '/room/api/file/versions/restore', { fileId, number })
  }

  change(method: string, path: string, fields: Readonly<Record<string, unknown>>): Promise<WireAnswer> {
    return this.call(method, path, { body: { id: this.me.id, roomId: this.me.roomId, ...fields } })
  }

  invite(people: readonly Readonly<Record<string, unknown>>[]): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invite', { body: { id: this.me.id, roomId: this.me.roomId, inviteUserList: people } })
  }

  updateMember(id: number, invitedUser: Readonly<Record<string, unknown>>): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invitedUserUpdate', { body: { id, invitedUser } })
  }

  setRight(roomManagerId: number, target: string, value: unknown): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invitedUserSetup', { body: { roomManagerId, target, value } })
  }

  setRole(roomManagerId: number, roleId: number): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/role', { body: { roomManagerId, roleId } })
  }

  setRights(roomManagerIds: readonly number[], target: string, value: unknown): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invitedUsersSetup', { body: { roomManagerIds, target, value } })
  }

  async members(): Promise<MemberRecord[]> {
    return (await this.call('GET', `/room/api/room/roomManger/list/${this.me.roomId}`)).json.payload as MemberRecord[]
  }

  async failedMails(): Promise<FailedMailRecord[]> {
    return (await this.call('GET', `/room/api/room/user/mail/failed/${this.me.roomId}`)).json.payload as FailedMailRecord[]
  }

  /** Returns nothing if the server refuses. */
  async sessions(): Promise<OwnSessionRecord[]> {
    const { json } = await this.call('GET', '/room/api/room/sessions')
    return json.status === 'OK' ? (json.payload as OwnSessionRecord[]) : []
  }

  endSession(id: number): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/sessions/end', { body: { id } })
  }

  viewAs(subject: number | { readonly groupId: number }): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/viewAs', { body: typeof subject === 'number' ? { roomManagerId: subject } : subject })
  }

  async viewerOf(subject: number | { readonly groupId: number }): Promise<WireClient> {
    const answer = await this.viewAs(subject)
    if (answer.json.status !== 'OK') throw new Error(`not to be viewed as: ${answer.text}`)
    const viewer = new WireClient(this.base)
    viewer.session = answer.json.payload as SessionRecord
    return viewer
  }

  endSessionsOf(roomManagerId: number): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/sessions/end', { body: { roomManagerId } })
  }

  inviteAgain(memberId: number): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invite/update', { body: { id: memberId, roomId: this.me.roomId } })
  }

  showPin(memberId: number, code: string): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/showPin', { body: { id: memberId, roomId: this.me.roomId, code } })
  }

  renameRoom(roomName: unknown): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/update/name', { body: { id: this.me.roomId, roomName } })
  }

  renameSelf(name: unknown): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/ownName', { body: { name } })
  }

  askForAddress(email: unknown): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/ownEmail', { body: { email } })
  }

  confirmAddress(code: unknown): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/ownEmail/confirm', { body: { code } })
  }

  remove(memberId: number): Promise<WireAnswer> {
    return this.call('DELETE', `/room/api/room/user/deleteInvited/${memberId}`)
  }

  switches(watermark: boolean, noti = true): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/toggle', { body: { id: this.me.roomId, noti, watermark } })
  }

  viewing(changes: Readonly<Record<string, unknown>>): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/viewing', { body: { id: this.me.roomId, ...changes } })
  }

  watermarkStyle(style: Readonly<Record<string, unknown>>): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/watermark', { body: { id: this.me.roomId, ...style } })
  }

  entering(secondStep: unknown): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/entering', { body: { id: this.me.roomId, secondStep } })
  }

  reporting(dailyMail: unknown): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/reporting', { body: { id: this.me.roomId, dailyMail } })
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

  find(lease: string, q: string, more: Readonly<Record<string, string | number>> = {}): Promise<WireAnswer> {
    return this.call('GET', `/room/api/file/view/${lease}/find`, { query: { q, ...more } })
  }

  unlock(lease: string, password: string): Promise<WireAnswer> {
    return this.call('POST', `/room/api/file/view/${lease}/password`, { body: { password } })
  }

  message(call: 'sendByUser' | 'sendByManager' | 'attachFileMail', fields: object, files: readonly File[] = []): Promise<WireAnswer> {
    const { roleId, roomId, userId } = this.me
    const form = new FormData()
    form.set('data', JSON.stringify({ sender: { roleId, roomId, userId }, ...fields }))
    for (const file of files) form.append('file', file)
    return this.call('POST', `/room/api/message/${call}`, { form })
  }

  report(...reports: readonly Readonly<Record<string, unknown>>[]): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/activity', { body: reports })
  }

  async openDocument(itemId: number): Promise<PayloadOut<typeof open>> {
    const answer = await this.call('GET', `/room/api/file/prepareFile/${itemId}`)
    if (answer.json.status !== 'OK') throw new Error(`no lease: ${answer.text}`)
    return answer.json.payload as never
  }
}
