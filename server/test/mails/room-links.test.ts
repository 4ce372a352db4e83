import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRoom } from '../../../contract/core/links/read-room.ts'
import {
  askedMail,
  closedMail,
  closingAskedMail,
  closingMail,
  withdrawnMail,
} from '../../features/closing/closing.mails.ts'
import { operatorRequestMail, structureCopiedMail } from '../../features/console/console.mails.ts'
import { dailyMail } from '../../features/dashboard/dashboard.mails.ts'
import { newDocumentsMail, submissionsMail } from '../../features/documents/documents.mails.ts'
import { sealedMail, sealFailedMail } from '../../features/esign/finalizing/sealing.mails.ts'
import {
  declinedMail,
  endedMail,
  expiredMail,
  signRequestMail,
} from '../../features/esign/requests/signing.mails.ts'
import { invitedByProgramMail } from '../../features/integrations/calls/program.mails.ts'
import { acceptanceMail } from '../../features/members/mails/acceptance.mails.ts'
import { warningMail } from '../../features/members/mails/warn-operators.ts'
import {
  addressMail,
  codeMail,
  movedMail,
  pinMail,
  shownMail,
  stepMail,
} from '../../features/members/members.mails.ts'
import { decidedMail, proposedMail } from '../../features/members/proposals/proposals.mails.ts'
import { messageMail } from '../../features/messages/messages.mails.ts'
import { roomsMail } from '../../features/session/crossing/rooms.mails.ts'
import { passkeyMail } from '../../features/session/passkeys/passkeys.mails.ts'
import { periodMail, threadMail } from '../../features/threads/mails/threads.mails.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { MailKind } from '../../platform/mail/mail-kinds.ts'
import { linkIntoRoom, linkOutside } from '../../platform/mail/mail-links.ts'

const publicUrl = 'https://room.example'
const [NO, at] = ['2611-0042', new Date('2026-11-30T01:00:00Z')]
const room = { name: '갑 인수', roomNo: NO, room_no: NO, zone: 'Asia/Seoul' }
const to = { name: '박독자', email: 'reader@example.com', language: 'ko' } as const
const inviter = { name: '이운영', phone: '', email: 'operator@example.com', division: '' }
const around = { room, to, publicUrl }
const asked = { closesAt: at, dueAt: at, by: to.name, publicUrl }
const warning = {
  subject: '알림',
  paragraphs: ['내용', 'Content'],
  fact: { label: '쪽', value: '3' },
} as const
const message = {
  language: 'ko',
  messageId: 5,
  from: { name: '이운영', position: '' },
  title: '제목',
  content: '내용',
  ...around,
} as const
const file = { by: 'link', name: '실사.zip', size: 3, keptUntil: at } as const
const news = {
  ...{
    count: 1,
    hasMore: false,
    listed: [{ folders: [], name: '계약서.pdf', replaced: false }],
    listId: 'a1',
    ...around,
  },
  folders: { counted: [], more: 0 },
}
const numbers = {
  from: '2026-11-29',
  to: '2026-11-30',
  total: 1,
  counts: new Map(),
  groups: [],
  notable: [],
  checkpoint: undefined,
}
const document = { room, name: '계약서', sender: to }
const request = {
  url: linkOutside(publicUrl, '/sign#token'),
  expiresAt: at,
  type: 'SIGNER',
  message: '',
  isAgain: false,
} as const
const sealed = {
  ...{
    to,
    room,
    name: '계약서',
    sha256: 'ab',
    certificateHash: new Uint8Array(32),
    level: 'B-T' as const,
  },
  ...{
    verifyUrl: linkOutside(publicUrl, '/verify'),
    link: linkIntoRoom(publicUrl, NO, '/compose'),
  },
} as const
const step = { code: '12345678', purpose: 'entry', at, device: '', address: '192.0.2.x' } as const
const ofPasskey = {
  action: 'added',
  passkey: '노트북',
  browser: '',
  system: '',
  at,
  address: '192.0.2.x',
} as const
const pin = '12345678901234567'

/** A destruction's mail has only attachments. */
const MAILS: Record<
  MailKind,
  { readonly mails: readonly Mail[]; readonly leads: 'inside' | 'nowhere' | 'outside' }
> = {
  pin: {
    leads: 'inside',
    mails: [
      pinMail('ko', room, to, { pin, inviter, occasion: 'invitation', publicUrl }),
      pinMail('en', room, to, {
        pin,
        inviter: undefined,
        occasion: 'replacement',
        publicUrl,
        entryLink: 'A'.repeat(22),
      }),
    ],
  },
  'pin-shown': { leads: 'nowhere', mails: [shownMail('ko', room, to, inviter)] },
  code: { leads: 'nowhere', mails: [codeMail('ko', room, to, { code: '12ABCDE34', isNew: true })] },
  step: { leads: 'nowhere', mails: [stepMail('ko', room, to, step)] },
  passkey: { leads: 'nowhere', mails: [passkeyMail('ko', room, to, ofPasskey)] },
  address: { leads: 'nowhere', mails: [addressMail('ko', room, to, '12345678')] },
  'address-changed': { leads: 'nowhere', mails: [movedMail('ko', room, to, 'new@example.com')] },
  acceptance: {
    leads: 'nowhere',
    mails: [acceptanceMail(room, to, { version: 1, language: 'ko', address: '192.0.2.x', at })],
  },
  rooms: {
    leads: 'outside',
    mails: [
      roomsMail('ko', to.email, {
        names: [room.name],
        url: linkOutside(publicUrl, '/rooms#token'),
      }),
    ],
  },
  'new-documents': {
    leads: 'inside',
    mails: (['upload', 'publication', 'daily', 'weekly'] as const).map((occasion) =>
      newDocumentsMail({ ...news, occasion }),
    ),
  },
  thread: {
    leads: 'inside',
    mails: [
      threadMail('answered', { ...around, isOperator: false }),
      threadMail('digest', { ...around, isOperator: true }),
      periodMail({ ...around, isOperator: false, lastDay: '2026-12-01', isExtended: false }),
    ],
  },
  message: {
    leads: 'inside',
    mails: [
      messageMail({ ...message, file: undefined }),
      messageMail({
        ...message,
        language: 'en',
        file,
        document: { id: 3, parent: 2, name: '계약서.pdf' },
      }),
    ],
  },
  'room-closes': { leads: 'inside', mails: [closingMail(to, room, asked)] },
  'room-closed': { leads: 'nowhere', mails: [closedMail(to, room, at)] },
  'closing-asked': { leads: 'inside', mails: [closingAskedMail(to, room, asked)] },
  daily: { leads: 'inside', mails: [dailyMail(to, { room, publicUrl, ...numbers })] },
  'fast-reading': {
    leads: 'inside',
    mails: [warningMail(to, { room, who: to, at, publicUrl }, warning)],
  },
  network: { leads: 'inside', mails: [warningMail(to, { room, who: to, at, publicUrl }, warning)] },
  submissions: { leads: 'inside', mails: [submissionsMail({ ...around, arrived: [] })] },
  'program-invited': {
    leads: 'inside',
    mails: [invitedByProgramMail(to, room, { count: 2, key: '연동', at, publicUrl })],
  },
  'operator-asked': {
    leads: 'inside',
    mails: [
      operatorRequestMail(to, room, {
        kind: 'operator',
        whom: '최운영',
        by: to,
        dueAt: at,
        publicUrl,
      }),
    ],
  },
  'structure-copied': {
    leads: 'nowhere',
    mails: [structureCopiedMail(to, room, { by: to, roomNo: '2611-0043', at })],
  },
  proposal: {
    leads: 'inside',
    mails: [
      proposedMail({ ...around, lead: '김담당', group: '갑', people: [to] }),
      decidedMail({ ...around, person: '정후보', isAdmitted: true }),
    ],
  },
  'destruction-asked': {
    leads: 'inside',
    mails: [askedMail(to, room, { dueAt: at, by: to, isConfirmable: true, publicUrl })],
  },
  'destruction-withdrawn': {
    leads: 'inside',
    mails: [withdrawnMail(to, room, { by: undefined, publicUrl })],
  },
  destroyed: { leads: 'nowhere', mails: [] },
  'sign-invitation': {
    leads: 'outside',
    mails: [signRequestMail('sign-invitation', 'ko', document, to, request)],
  },
  'sign-reminder': {
    leads: 'outside',
    mails: [signRequestMail('sign-reminder', 'en', document, to, request)],
  },
  'sign-declined': {
    leads: 'nowhere',
    mails: [
      declinedMail('ko', document, to, to, '이유'),
      endedMail('declined', 'ko', document, to),
    ],
  },
  'sign-cancelled': { leads: 'nowhere', mails: [endedMail('cancelled', 'ko', document, to)] },
  'sign-expired': { leads: 'nowhere', mails: [expiredMail('ko', document, to, [to])] },
  'seal-failed': { leads: 'inside', mails: [sealFailedMail({ ...sealed, code: 'INTERNAL' })] },
  sealed: { leads: 'inside', mails: [sealedMail(sealed)] },
}

const OUTSIDE = /^\/(?:verify$|sign#|rooms#)/

const addressesIn = ({ text, html = '' }: Mail): string[] => [
  ...[...text.matchAll(/https:\/\/room\.example[^\s]*/g)].map(([address]) => address),
  ...[...html.matchAll(/href="(https:\/\/room\.example[^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  ),
]

describe('links of mails', () => {
  it.each(Object.entries(MAILS))(
    'of the kind %s name the room that they lead into',
    (_, { mails, leads }) => {
      for (const mail of mails) {
        const places = addressesIn(mail).map((address) => address.slice(publicUrl.length))
        const inside = places.filter((place) => !OUTSIDE.test(place))
        expect(inside.length > 0).toBe(leads === 'inside')
        expect(places.length > 0).toBe(leads !== 'nowhere')
        for (const place of inside) expect(readRoom(place)?.roomNo, place).toBe(NO)
      }
    },
  )

  it('are made in one place, but for those of the protocol of sign-on and of programs', () => {
    const made = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        /(?<!\.test)\.ts$/.test(path) &&
        /\$\{[^}]*publicUrl\}[^ ]/i.test(readFileSync(`server/${path}`, 'utf8')),
    )
    expect(made.sort()).toEqual([
      'cli/api-key.ts',
      'features/session/sign-on/lead-to-provider.ts',
      'features/session/sign-on/sign-on.routes.ts',
      'features/session/sign-on/start-sign-on.ts',
      'platform/mail/mail-links.ts',
    ])
  })
})
