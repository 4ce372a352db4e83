import type { z } from 'zod'
import type { failedMailRow, memberRow } from '../../../contract/features/members.ts'
import type { ownSession } from '../../../contract/features/session.ts'
import { DocumentCalls } from './wire/document-calls.ts'
import type { SessionRecord, WireAnswer } from './wire/wire-session.ts'

export type { ItemRecord } from './wire/document-calls.ts'
export type { SessionRecord, WireAnswer } from './wire/wire-session.ts'
export type OwnSessionRecord = z.output<typeof ownSession>
export type MemberRecord = z.output<typeof memberRow>
export type FailedMailRecord = z.output<typeof failedMailRow>

export class WireClient extends DocumentCalls {
  invite(people: readonly Readonly<Record<string, unknown>>[]): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invite', {
      body: { id: this.me.id, roomId: this.me.roomId, inviteUserList: people },
    })
  }

  updateMember(id: number, invitedUser: Readonly<Record<string, unknown>>): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invitedUserUpdate', { body: { id, invitedUser } })
  }

  setRight(roomManagerId: number, target: string, value: unknown): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invitedUserSetup', {
      body: { roomManagerId, target, value },
    })
  }

  setRole(roomManagerId: number, roleId: number): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/role', { body: { roomManagerId, roleId } })
  }

  setRights(
    roomManagerIds: readonly number[],
    target: string,
    value: unknown,
  ): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/invitedUsersSetup', {
      body: { roomManagerIds, target, value },
    })
  }

  async members(): Promise<MemberRecord[]> {
    return (await this.call('GET', `/room/api/room/roomManger/list/${this.me.roomId}`)).json
      .payload as MemberRecord[]
  }

  async failedMails(): Promise<FailedMailRecord[]> {
    return (await this.call('GET', `/room/api/room/user/mail/failed/${this.me.roomId}`)).json
      .payload as FailedMailRecord[]
  }

  async sessions(): Promise<OwnSessionRecord[]> {
    const { json } = await this.call('GET', '/room/api/room/sessions')
    return json.status === 'OK' ? (json.payload as OwnSessionRecord[]) : []
  }

  endSession(id: number): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/sessions/end', { body: { id } })
  }

  viewAs(subject: number | { readonly groupId: number }): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/viewAs', {
      body: typeof subject === 'number' ? { roomManagerId: subject } : subject,
    })
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
    return this.call('POST', '/room/api/room/user/invite/update', {
      body: { id: memberId, roomId: this.me.roomId },
    })
  }

  showPin(memberId: number, code: string): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/user/showPin', {
      body: { id: memberId, roomId: this.me.roomId, code },
    })
  }

  renameRoom(roomName: unknown): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/update/name', {
      body: { id: this.me.roomId, roomName },
    })
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
    return this.call('PUT', '/room/api/room/update/toggle', {
      body: { id: this.me.roomId, noti, watermark },
    })
  }

  viewing(changes: Readonly<Record<string, unknown>>): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/viewing', {
      body: { id: this.me.roomId, ...changes },
    })
  }

  watermarkStyle(style: Readonly<Record<string, unknown>>): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/watermark', {
      body: { id: this.me.roomId, ...style },
    })
  }

  entering(secondStep: unknown): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/entering', {
      body: { id: this.me.roomId, secondStep },
    })
  }

  reporting(dailyMail: unknown): Promise<WireAnswer> {
    return this.call('PUT', '/room/api/room/update/reporting', {
      body: { id: this.me.roomId, dailyMail },
    })
  }

  message(
    call: 'sendByUser' | 'sendByManager' | 'attachFileMail',
    fields: object,
    files: readonly File[] = [],
  ): Promise<WireAnswer> {
    const { roleId, roomId, userId } = this.me
    const form = new FormData()
    form.set('data', JSON.stringify({ sender: { roleId, roomId, userId }, ...fields }))
    for (const file of files) form.append('file', file)
    return this.call('POST', `/room/api/message/${call}`, { form })
  }

  report(...reports: readonly Readonly<Record<string, unknown>>[]): Promise<WireAnswer> {
    return this.call('POST', '/room/api/room/activity', { body: reports })
  }
}
