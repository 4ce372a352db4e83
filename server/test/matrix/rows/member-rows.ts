import type { OperationName } from '../../../../contract/registry.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

export const MEMBER_ROWS = {
  'members.list': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/roomManger/list/${room.roomId}`),
  },
  'members.invite': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/room/user/invite', ({ room }, own) => ({
      id: own.id,
      roomId: room.roomId,
      inviteUserList: [{ name: '새 사람', email: `matrix${crypto.randomUUID()}@example.com` }],
    })),
  },
  'proposals.setLead': {
    reach: 'raised',
    names: true,
    send: async (client, { room, spareMemberId }) => {
      const roomManagerId = await spareMemberId()
      return client.call('POST', '/room/api/group/lead', {
        body: { roomId: client.session?.roomId ?? room.roomId, roomManagerId, isLead: true },
      })
    },
  },
  'proposals.propose': {
    reach: 'raised',
    names: false,
    refused: ['NOT_FOUND'],
    send: body('POST', '/room/api/proposal', (_, { roomId }) => ({
      roomId,
      people: [{ userName: '새 사람', email: `matrix${crypto.randomUUID()}@example.com` }],
    })),
  },
  'proposals.own': {
    reach: 'raised',
    names: false,
    refused: ['NOT_FOUND'],
    send: (client) => client.call('GET', `/room/api/proposal/own/${client.session?.roomId ?? 1}`),
  },
  'proposals.withdraw': {
    reach: 'raised',
    names: false,
    refused: ['NOT_FOUND'],
    send: body('POST', '/room/api/proposal/withdraw', (_, { roomId }) => ({ roomId, id: 1 })),
  },
  'proposals.waiting': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/proposal/list/${room.roomId}`),
  },
  'proposals.decide': {
    reach: 'raised',
    names: false,
    refused: ['NOT_FOUND'],
    send: body('POST', '/room/api/proposal/decide', (_, { roomId }) => ({
      roomId,
      id: 999_999,
      isAdmitted: true,
    })),
  },
  'members.inviteAgain': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/room/user/invite/update', ({ memberId }, own) => ({
      id: memberId,
      roomId: own.roomId,
    })),
  },
  'members.showPin': {
    reach: 'raised',
    names: true,
    refused: ['CODE_DIFFERS'],
    send: body('POST', '/room/api/room/user/showPin', ({ memberId, room }) => ({
      id: memberId,
      roomId: room.roomId,
      code: '00-00000-00',
    })),
  },
  'members.ownName': {
    reach: 'raised',
    names: false,
    send: async (client) =>
      client.call('POST', '/room/api/room/user/ownName', {
        body: { name: client.session?.name ?? '행렬' },
      }),
  },
  'members.ownEmail': {
    reach: 'raised',
    names: false,
    refused: ['EMAIL_FORMAT'],
    send: body('POST', '/room/api/room/user/ownEmail', () => ({ email: 'nobody' })),
  },
  'members.confirmEmail': {
    reach: 'raised',
    names: false,
    refused: ['STEP_EXPIRED'],
    send: body('POST', '/room/api/room/user/ownEmail/confirm', () => ({ code: '00000000' })),
  },
  'members.update': {
    reach: 'raised',
    names: true,
    send: async (client, { room, memberId }) => {
      const member = (await room.operator.members()).find(({ id }) => id === memberId)
      return client.updateMember(memberId, {
        name: member?.userName,
        email: member?.email,
        position: '행렬',
      })
    },
  },
  'members.setRight': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/room/user/invitedUserSetup', ({ memberId }) => ({
      roomManagerId: memberId,
      target: 'print',
      value: false,
    })),
  },
  'members.setRights': {
    reach: 'raised',
    names: true,
    send: (client, { memberId }) => client.setRights([memberId], 'print', false),
  },
  'members.endSessions': {
    reach: 'raised',
    names: true,
    send: async (client, { spareMemberId }) => client.endSessionsOf(await spareMemberId()),
  },
  'members.failedMails': {
    reach: 'raised',
    names: true,
    send: (client, { room }) =>
      client.call('GET', `/room/api/room/user/mail/failed/${room.roomId}`),
  },
  'members.renewMail': {
    reach: 'raised',
    names: true,
    send: async (client, { failedMailId }) =>
      client.call('POST', '/room/api/room/user/mail/renew', { body: { id: await failedMailId() } }),
  },
  'members.dismissMail': {
    reach: 'raised',
    names: true,
    send: async (client, { failedMailId }) =>
      client.call('POST', '/room/api/room/user/mail/dismiss', {
        body: { id: await failedMailId() },
      }),
  },
  'members.setRole': {
    reach: 'raised',
    names: true,
    send: body('POST', '/room/api/room/user/role', ({ memberId }) => ({
      roomManagerId: memberId,
      roleId: 5,
    })),
  },
  'members.remove': {
    reach: 'raised',
    names: true,
    send: async (client, { spareMemberId }) =>
      client.call('DELETE', `/room/api/room/user/deleteInvited/${await spareMemberId()}`),
  },
  'members.removeByGet': {
    reach: 'raised',
    names: true,
    send: async (client, { spareMemberId }) =>
      client.call('GET', `/room/api/room/user/deleteInvited/${await spareMemberId()}`),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
