import { expect } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import type { OPERATIONS } from '../../../contract/registry.ts'
import { decide, type Purpose } from '../../access/policies.ts'
import { sendLinked, ticketFor } from '../fixtures/linked-file.ts'
import { pdfOf, textPage } from '../fixtures/pdf-file.ts'
import { readZip } from '../fixtures/read-zip.ts'
import type { TestApp, TestPerson, TestRoom } from '../harness/test-app.ts'
import { WireClient } from '../harness/wire-client.ts'
import { archiveUrl, prepared } from '../scenarios/archives.ts'
import { uploadPdf } from '../scenarios/composing.ts'
import { asAuthor, draftToSend, type SignerClient, signerOf } from '../scenarios/signing.ts'
import { attachFile, giveRole } from '../scenarios/threads.ts'

export type DocumentOperation = Extract<
  (typeof OPERATIONS)[number],
  { readonly delivers: 'document' }
>['name']

export const NAME = '기밀.pdf'
export const SECRET = 'topsecret'

export interface GateRoom {
  readonly app: TestApp
  readonly room: TestRoom
  readonly reader: TestPerson
  readonly itemId: number
  readonly filename: string
  readonly pdf: Buffer
}

export type Fetch = () => Promise<Response>

export interface GateCase {
  /** The purpose that the call passes to `authorize`. */
  readonly purpose: Purpose
  /** Returns a request that succeeds now. */
  readonly prepare: (context: GateRoom) => Promise<Fetch>
  /** Takes the right or the document from the reader, and returns the request that must then fail. */
  readonly denied: (context: GateRoom, fetch: Fetch) => Promise<Fetch>
  /** The code of that failure, or a check that the answer leaves the content out. */
  readonly refused: string | ((response: Response) => Promise<void>)
  /** Returns a page or PDF that shows the watermark. Absent if the content cannot contain one. */
  readonly markable?: (response: Response) => Promise<Buffer>
}

const bodyOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer())
const entryOf = async (response: Response): Promise<Buffer> => {
  const entry = readZip(await bodyOf(response)).find(({ name }) => name.endsWith('.pdf'))
  if (!entry) throw new Error('no PDF is in the zip')
  return entry.content
}

const post = ({ client }: TestPerson, path: string, fields: object, withIds = true): Fetch => {
  const { id, roomId } = client.me
  return () =>
    client.fetch('POST', path, { body: { ...(withIds ? { id, roomId } : {}), ...fields } })
}

const onLease =
  (rest: string): GateCase['prepare'] =>
  async ({ reader: { client }, itemId }) => {
    const { name } = await client.openDocument(itemId)
    return () => client.fetch('GET', `/room/api/file/view/${name}${rest}`)
  }

const byTicket = async ({ reader: { client } }: GateRoom, fields: object): Promise<Fetch> => {
  const issued = await client.call('POST', '/room/api/file/ticket', { body: fields })
  const { url } = issued.json.payload as { url: string }
  return () => new WireClient(client.base).fetch('GET', url)
}

const afterwards =
  (happens: (context: GateRoom) => Promise<unknown>): GateCase['denied'] =>
  async (context, fetch) => {
    await happens(context)
    return fetch
  }
const replaced = afterwards(({ room }) =>
  room.operator.upload([[NAME, new Uint8Array(pdfOf([textPage('other')]))]], 0, 'replace'),
)
const trashed = afterwards(({ room, itemId }) => room.operator.deleteItem(itemId))
const withoutRight = (right: 'download' | 'print'): GateCase['denied'] =>
  afterwards(({ room, reader }) => room.operator.setRight(reader.memberId, right, false))
const withoutThreads = afterwards(({ room, reader }) => giveRole(room, [reader], 'none'))
const operatorWithoutDownload = afterwards(({ app, room }) =>
  app.database.pool.query('update members set can_download = false where id = $1', [
    room.operator.me.id,
  ]),
)

const jsonWithout =
  (...words: readonly string[]) =>
  async (response: Response): Promise<void> => {
    const text = await response.text()
    expect(response.status).toBe(200)
    for (const word of words) expect(text).not.toContain(word)
  }

async function template({ room, pdf }: GateRoom): Promise<number> {
  const { json } = await uploadPdf(room.operator, pdf, '계약서.pdf')
  return (json.payload as { templateId: number }).templateId
}

async function resultPath(context: GateRoom): Promise<string> {
  const id = await template(context)
  await context.app.database.pool.query(
    'update templates set result_id = source_id where id = $1',
    [id],
  )
  return `/esign/api/compose/result/${id}`
}

async function invitedSigner({ app, room, pdf }: GateRoom): Promise<SignerClient> {
  const email = `signer-${crypto.randomUUID()}@example.com`
  const { templateId } = await draftToSend(room, {
    pdf,
    people: [{ email }],
    boxes: [{ of: email }],
  })
  const sent = await asAuthor(room.operator, 'addInviteAll', {
    templates: [templateId],
    members: [],
  })
  if (sent.http !== 200) throw new Error(sent.text)
  return signerOf(app, email)
}

export const GATE_CASES: Record<DocumentOperation, readonly GateCase[]> = {
  'renditions.page': [
    {
      purpose: 'page',
      prepare: onLease('/pages/1?width=800'),
      denied: replaced,
      refused: 'NOT_FOUND',
      markable: bodyOf,
    },
    {
      purpose: 'page',
      prepare: onLease('/pages/1?width=1200&tile=0.0'),
      denied: replaced,
      refused: 'NOT_FOUND',
    },
  ],
  'renditions.text': [
    {
      purpose: 'text',
      prepare: onLease('/pages/1/text'),
      denied: afterwards(async ({ room, reader }) => {
        await room.operator.setRight(reader.memberId, 'text', false)
        await room.operator.viewing({ selection: false })
      }),
      refused: 'TEXT_DENIED',
    },
  ],
  'renditions.links': [
    {
      purpose: 'links',
      prepare: onLease('/pages/1/links'),
      denied: replaced,
      refused: 'NOT_FOUND',
    },
  ],
  'renditions.find': [
    {
      purpose: 'find',
      prepare: onLease(`/find?q=${SECRET}`),
      denied: replaced,
      refused: 'NOT_FOUND',
    },
  ],
  'renditions.original': [
    {
      purpose: 'download',
      prepare:
        async ({ reader: { client }, filename }) =>
        () =>
          client.fetch('GET', `/room/api/file/${filename}`),
      denied: withoutRight('download'),
      refused: 'DOWNLOAD_DENIED',
      markable: bodyOf,
    },
  ],
  'renditions.watermarked': [
    {
      purpose: 'marked download',
      prepare: async ({ reader, itemId }) =>
        post(reader, '/room/api/file/watermarked/download', { fileId: itemId }, false),
      denied: withoutRight('download'),
      refused: 'DOWNLOAD_DENIED',
      markable: bodyOf,
    },
  ],
  'renditions.load': [
    {
      purpose: 'thumbnail',
      prepare: async ({ reader, itemId }) =>
        post(reader, '/room/api/file/load', { fileId: itemId, type: 1 }),
      denied: trashed,
      refused: 'NOT_FOUND',
      markable: bodyOf,
    },
    {
      purpose: 'print',
      prepare: async ({ reader, itemId }) =>
        post(reader, '/room/api/file/load', { fileId: itemId, type: 2 }),
      denied: withoutRight('print'),
      refused: 'PRINT_DENIED',
      markable: bodyOf,
    },
  ],
  'renditions.zip': [
    {
      purpose: 'zip',
      prepare: async ({ reader, itemId }) =>
        post(reader, '/room/api/file/zip', { fileIds: [itemId] }),
      denied: withoutRight('download'),
      refused: 'DOWNLOAD_DENIED',
      markable: entryOf,
    },
  ],
  'renditions.fetchTicket': [
    {
      purpose: 'download',
      prepare: (context) => byTicket(context, { fileIds: [context.itemId], kind: 'download' }),
      denied: withoutRight('download'),
      refused: 'DOWNLOAD_DENIED',
      markable: bodyOf,
    },
    {
      purpose: 'zip',
      prepare: (context) => byTicket(context, { fileIds: [context.itemId], kind: 'zip' }),
      denied: withoutRight('download'),
      refused: 'DOWNLOAD_DENIED',
      markable: entryOf,
    },
    {
      purpose: 'archive',
      async prepare({ reader: { client } }) {
        const url = await archiveUrl(client, (await prepared(client)).id)
        return () => new WireClient(client.base).fetch('GET', url)
      },
      denied: withoutRight('download'),
      refused: 'ARCHIVE_OUTDATED',
    },
    {
      purpose: 'archive entry',
      prepare:
        async ({ reader: { client } }) =>
        async () =>
          client.fetch('GET', await archiveUrl(client, (await prepared(client)).id)),
      denied: withoutRight('download'),
      refused: async (response) => {
        const names = readZip(await bodyOf(response)).map(({ name }) => name)
        expect(names.length).toBeGreaterThan(1)
        expect(names.filter((name) => name.endsWith('.pdf'))).toEqual([])
      },
      markable: entryOf,
    },
    {
      purpose: 'message file',
      async prepare({ room, reader }) {
        const messageId = await sendLinked(reader.client, NAME)
        const url = await ticketFor(room.operator, messageId)
        return () => new WireClient(room.operator.base).fetch('GET', url)
      },
      denied: afterwards(({ app, room }) =>
        app.database.pool.query('update members set role_id = $2 where id = $1', [
          room.operator.me.id,
          ROLE.participant,
        ]),
      ),
      refused: 'NOT_FOUND',
    },
  ],
  'threads.filePage': [
    {
      purpose: 'thread page',
      prepare: async ({ reader: { client }, pdf }) => {
        const id = await attachFile(client, NAME, pdf)
        return () => client.fetch('GET', `/room/api/thread/file/${id}/page/1?width=800`)
      },
      denied: withoutThreads,
      refused: 'NOT_FOUND',
      markable: bodyOf,
    },
  ],
  'threads.file': [
    {
      purpose: 'thread file',
      prepare: async ({ reader: { client }, pdf }) => {
        const id = await attachFile(client, NAME, pdf)
        return () => client.fetch('GET', `/room/api/thread/file/${id}`)
      },
      denied: withoutRight('download'),
      refused: 'DOWNLOAD_DENIED',
      markable: bodyOf,
    },
  ],
  'search.contents': [
    {
      purpose: 'passage',
      prepare:
        async ({ reader: { client } }) =>
        () =>
          client.fetch('POST', '/room/api/file/search', {
            body: { keword: SECRET, roomId: client.me.roomId },
          }),
      denied: afterwards(({ room }) => room.operator.viewing({ strict: true })),
      refused: jsonWithout(SECRET),
    },
  ],
  'compose.adopt': [
    {
      purpose: 'adopt',
      prepare:
        async ({ room: { operator }, itemId }) =>
        () =>
          operator.fetch('POST', '/esign/api/compose/adopt', {
            body: { fileId: itemId, roomId: operator.me.roomId },
          }),
      denied: operatorWithoutDownload,
      refused: 'DOWNLOAD_DENIED',
    },
  ],
  'compose.source': [
    {
      purpose: 'source',
      async prepare(context) {
        const id = await template(context)
        return () => context.room.operator.fetch('GET', `/esign/api/compose/source/${id}`)
      },
      denied: operatorWithoutDownload,
      refused: 'DOWNLOAD_DENIED',
    },
  ],
  'compose.result': [
    {
      purpose: 'result',
      async prepare(context) {
        const path = await resultPath(context)
        return () => context.room.operator.fetch('GET', path)
      },
      async denied(context) {
        const path = await resultPath(context)
        const { operator: foreigner } = await context.app.room()
        return () => foreigner.fetch('GET', path)
      },
      refused: 'NOT_FOUND',
    },
  ],
  'signing.file': [
    {
      purpose: 'sign',
      async prepare(context) {
        const signer = await invitedSigner(context)
        return () => signer.fetch('GET', '/file')
      },
      // No request can name another document.
      async denied({ room: { roomId } }) {
        const decision = decide('sign', { roomId, templateId: 1 }, { roomId, templateId: 2 })
        return async () =>
          Response.json(decision, { status: decision.outcome === 'denied' ? 403 : 200 })
      },
      refused: 'SIGN_LINK',
    },
  ],
}

/** No call of the table covers these cases, but they lead to one. */
export const MORE_GATE_CASES: readonly GateCase[] = [
  { purpose: 'open', prepare: onLease(''), denied: replaced, refused: 'NOT_FOUND' },
]
