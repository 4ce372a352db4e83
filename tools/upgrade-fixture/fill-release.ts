import { createHash } from 'node:crypto'
import { readOutbox } from '../../server/platform/mail/read-outbox.ts'
import { newestSent } from '../../server/test/fixtures/linked-file.ts'
import { makeDocx } from '../../server/test/fixtures/make-docx.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { stampPng } from '../../server/test/fixtures/stamp-png.ts'
import { enterAsOperator, until } from '../../server/test/harness/server-process.ts'
import { appendTo, newUpload } from '../../server/test/harness/tus.ts'
import { makeFiller } from '../../server/test/harness/upload-stream.ts'
import { type SessionRecord, WireClient } from '../../server/test/harness/wire-client.ts'
import { bytesOf, order, prepared } from '../../server/test/scenarios/archives.ts'
import { given, uploadStamp } from '../../server/test/scenarios/composing.ts'
import { decline, newDraft, send, sign, stateOf, WITHIN_MS } from './fill-signing.ts'

export interface ReleasePrograms {
  start(roles: 'web' | 'web,worker'): Promise<string>
  stop(): Promise<void>
  room(...args: string[]): Promise<string>
  keep(name: string, bytes: Uint8Array): Promise<void>
  readonly dataDir: string
}

export interface FilledRoom {
  readonly roomId: number
  readonly roomNo: string
  readonly pin: string
  readonly code: string
}

export interface FilledRelease {
  readonly main: FilledRoom & {
    readonly operator: SessionRecord
    readonly participant: SessionRecord
    readonly participantPin: string
    readonly documents: readonly {
      readonly id: number
      readonly name: string
      readonly sha256: string
    }[]
    readonly draft: string
    readonly message: { readonly id: number; readonly sha256: string }
    readonly upload: { readonly id: string; readonly size: number; readonly arrived: number }
    readonly templates: {
      readonly sealed: number
      readonly sealing: number
      readonly sent: number
      readonly draft: number
    }
    readonly signer: string
    readonly archives: { readonly ready: number; readonly sha256: string; readonly waiting: number }
    readonly waiting: readonly number[]
  }
  readonly asked: FilledRoom
}

/** A Korean font has 200 kB. */
export const PHRASE = 'liquidated damages'
const DRAFT = '아직 보내지 않은 글'
/** With this many recipients, 800 kB become a link. */
const PARTICIPANTS = 249
const LINKED_BYTES = 850_000
const INVITED_AT_ONCE = 30
const PIN = /\b\d{3}-\d{2}-\d{11}\b/

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

export async function fillRelease(programs: ReleasePrograms): Promise<FilledRelease> {
  const main = await createRoom(programs, '승계 룸')
  const asked = await createRoom(programs, '파기할 룸')
  const gone = await createRoom(programs, '파기한 룸')
  const base = await programs.start('web,worker')
  await destroyRoom(programs, gone)
  await programs.room(
    'destroy',
    '--room',
    String(asked.roomId),
    '--confirm',
    asked.roomNo,
    '--json',
  )
  const { operator, participant, ready, sealed, sealing, sent, draft, ...filled } = await fillRoom(
    programs,
    base,
    main,
  )
  await programs.stop()

  const started = await programs.start('web')
  const [author, reader] = [resumed(started, operator), resumed(started, participant)]
  await sign(started, sealing)
  const { archive, ...left } = await leaveWaiting(author, reader, filled.documents[1]?.id ?? 0)
  return {
    main: {
      ...main,
      operator: author.me,
      participant: reader.me,
      ...filled,
      ...left,
      draft: DRAFT,
      templates: {
        sealed: sealed.templateId,
        sealing: sealing.templateId,
        sent: sent.templateId,
        draft,
      },
      signer: sent.link,
      archives: { ...ready, waiting: archive },
    },
    asked,
  }
}

/** With workers, so that previews, mails, texts and signed PDFs are made. */
async function fillRoom(programs: ReleasePrograms, base: string, room: FilledRoom) {
  const operator = await enterAsOperator(base, room)
  const documents = await uploadDocuments(operator)
  await invite(operator)
  const participantPin = await mailed(programs, 'person-1@firm.example', PIN)
  const participant = await enter(base, participantPin)
  await read(participant, documents[0]?.id ?? 0)
  await participant.call('PUT', '/room/api/draft/message', { body: { text: DRAFT } })
  given(
    await participant.message('sendByUser', { title: '문의', content: '3쪽을 봐 주세요' }, [
      new File([makePdf(1)], '붙임.pdf'),
    ]),
  )
  await uploadStamp(operator, await stampPng())
  const sealed = await send(programs.dataDir, operator, '서명본.pdf')
  await sign(base, sealed)
  await until(
    async () => (await stateOf(operator, sealed.templateId)) === 'COMPLETED',
    'a document to be sealed',
    WITHIN_MS,
  )
  const { id } = await prepared(operator, { scope: 'room', code: room.code })
  await decline(base, await send(programs.dataDir, operator, '거절한 문서.pdf'))
  const ready = { ready: id, sha256: sha256Of(await bytesOf(operator, id)) }
  await keepExports(programs, operator, sealed.templateId)
  // Earlier messages would add their file.
  const message = await sendLinked(programs, operator)
  await until(
    async () => (await operator.items()).every(({ preview }) => preview === 'READY'),
    'previews',
    WITHIN_MS,
  )
  await until(async () => (await searched(operator, PHRASE)) > 0, 'texts to be found', WITHIN_MS)
  const [sealing, sent] = [
    await send(programs.dataDir, operator, '봉인 전.pdf'),
    await send(programs.dataDir, operator, '보낸 문서.pdf'),
  ]
  const draft = await newDraft(operator, '초안.pdf')
  return {
    operator: operator.me,
    participant: participant.me,
    participantPin,
    documents,
    message,
    ready,
    sealed,
    sealing,
    sent,
    draft,
  }
}

/** Without workers, so that each job waits. */
async function leaveWaiting(author: WireClient, reader: WireClient, discarded: number) {
  const waiting = [
    await author.put('기다리는 문서.pdf', makePdf(1, 'waiting')),
    await author.put('기다리는 문서.docx', await makeDocx('제10조 기다림')),
  ]
  const { id: archive } = given<{ id: number }>(
    await order(author, {
      protection: { kind: 'passphrase', passphrase: '길고 외우기 쉬운 암호 문장 하나' },
    }),
  )
  const size = 200_000
  const upload = { id: await newUpload(author, { size }), size, arrived: 120_000 }
  await appendTo(
    author,
    upload.id,
    0,
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(upload.arrived - 9, '글')]),
  )
  given(await author.findPin('person-2@firm.example'))
  given(await author.deleteItem(discarded))
  given(await reader.message('sendByUser', { title: '기다리는 메일', content: '일꾼이 보냅니다' }))
  return { upload, waiting, archive }
}

async function createRoom(programs: ReleasePrograms, name: string): Promise<FilledRoom> {
  const operator = ['--operator-name', '김운영', '--operator-email', 'operator@seller.example']
  const { roomId, roomNo, pin, code } = JSON.parse(
    await programs.room('create', '--name', name, ...operator, '--json'),
  )
  return { roomId, roomNo, pin, code }
}

async function destroyRoom(
  programs: ReleasePrograms,
  { roomId, roomNo }: FilledRoom,
): Promise<void> {
  await programs.room('destroy', '--room', String(roomId), '--confirm', roomNo, '--now', '--json')
  await programs.room(
    'certificate',
    '--room',
    String(roomId),
    '--out',
    programs.dataDir.replace(/data$/, 'files'),
  )
}

async function enter(base: string, pin: string): Promise<WireClient> {
  const client = new WireClient(base)
  given(await client.join(pin))
  given(await client.agree())
  return client
}

export function resumed(base: string, session: SessionRecord): WireClient {
  const client = new WireClient(base)
  client.session = session
  return client
}

async function uploadDocuments(operator: WireClient): Promise<FilledRelease['main']['documents']> {
  const files = [
    ['양도 계약서.pdf', makePdf(2, PHRASE)],
    ['버릴 문서.pdf', makePdf(1, 'discarded')],
    ['안내문.docx', await makeDocx('제4조 안내')],
  ] as const
  const documents = []
  for (const [name, bytes] of files)
    documents.push({ id: await operator.put(name, bytes), name, sha256: sha256Of(bytes) })
  return documents
}

async function invite(operator: WireClient): Promise<void> {
  const people = Array.from({ length: PARTICIPANTS }, (_, index) => ({
    name: `참여자 ${index + 1}`,
    email: `person-${index + 1}@firm.example`,
    division: '법무법인',
    position: '변호사',
  }))
  for (let from = 0; from < people.length; from += INVITED_AT_ONCE)
    given(await operator.invite(people.slice(from, from + INVITED_AT_ONCE)))
}

async function read(participant: WireClient, itemId: number): Promise<void> {
  const { name } = await participant.openDocument(itemId)
  await participant.fetch('GET', `/room/api/file/view/${name}/pages/1?width=480`)
  given(await participant.report({ type: 'view', name, page: 1, seconds: 1, last: true }))
}

async function sendLinked(
  programs: ReleasePrograms,
  operator: WireClient,
): Promise<FilledRelease['main']['message']> {
  const bytes = makeFiller('큰 붙임.pdf', LINKED_BYTES)
  const recipients = (await operator.members())
    .filter(({ id }) => id !== operator.me.id)
    .map(({ email }) => ({ email }))
  const file = new File([new Uint8Array(bytes)], '큰 붙임.pdf')
  given(
    await operator.message('sendByManager', { subject: '큰 붙임', content: '본문', recipients }, [
      file,
    ]),
  )
  // Waiting mails are stored whole.
  await mailed(programs, recipients.at(-1)?.email ?? '', /본문/)
  return { id: await newestSent(operator), sha256: sha256Of(bytes) }
}

async function searched(operator: WireClient, keyword: string): Promise<number> {
  const answer = await operator.call('POST', '/room/api/file/search', {
    body: { roomId: operator.me.roomId, keword: keyword },
  })
  return given<readonly unknown[]>(answer).length
}

async function keepExports(
  programs: ReleasePrograms,
  operator: WireClient,
  sealed: number,
): Promise<void> {
  const { roomId } = operator.me
  for (const format of ['json', 'html', 'csv']) {
    const answer = await operator.fetch('POST', `/room/api/room/roomActivity/export/${roomId}`, {
      body: { format },
    })
    await programs.keep(`history.${format}`, await bytesIn(answer))
  }
  await programs.keep(
    'sealed.pdf',
    await bytesIn(await operator.fetch('GET', `/esign/api/compose/result/${sealed}`)),
  )
}

async function bytesIn(response: Response): Promise<Uint8Array> {
  if (!response.ok) throw new Error(`refused: ${response.status} ${await response.text()}`)
  return new Uint8Array(await response.arrayBuffer())
}

async function mailed(programs: ReleasePrograms, to: string, what: RegExp): Promise<string> {
  let found: string | undefined
  await until(
    async () => {
      const mails = await readOutbox(`${programs.dataDir}/outbox`, { last: 1_000, to })
      found = mails.map(({ text }) => what.exec(text)?.[0]).find((text) => text !== undefined)
      return found !== undefined
    },
    `a mail to ${to}`,
    WITHIN_MS,
  )
  return found ?? ''
}
