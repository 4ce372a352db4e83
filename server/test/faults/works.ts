import { makePdf } from '../fixtures/make-pdf.ts'
import { appendTo, newUpload, offsetOf } from '../harness/tus.ts'
import { makeFiller, type SentFile } from '../harness/upload-stream.ts'
import type { Answer, WireClient } from '../harness/wire-client.ts'
import { archivesOf, order, removeArchive } from '../scenarios/archives.ts'
import { grant, moveInto, newGroup } from '../scenarios/groups.ts'
import { itemNamed, publish, putStaged } from '../scenarios/publishing.ts'
import { setDropFolder, submissionsOf } from '../scenarios/submissions.ts'
import { type Ledger, sentFile } from './ledger.ts'
import type { Member, Place } from './place.ts'

export interface Stage {
  readonly ledger: Ledger
  readonly operator: WireClient
  readonly reader: Member
  /** Of the reader. */
  readonly group: number
  readonly dropFolder: number
}

export async function furnish(place: Place, operator: WireClient): Promise<Stage> {
  const room = { operator, roomId: operator.me.roomId }
  const reader = await place.participant(operator, 'reader@example.com')
  const group = await newGroup(room, '인수인', 'download')
  await moveInto(room, group, [reader])
  await operator.setRight(operator.me.id, 'download', true)
  const dropFolder = await operator.newFolder('입찰')
  await setDropFolder(room, dropFolder, [group])
  return { ledger: place.ledger, operator, reader, group, dropFolder }
}

/** A person repeats what got no answer. */
export interface Attempt {
  send(): Promise<Answer>
  isDone(): Promise<boolean>
  readonly files?: readonly SentFile[]
  /** To ask again would be another work. */
  readonly isOnce?: boolean
}

type Prepare = (stage: Stage, key: string) => Promise<Attempt>

const named = (path: string, size: number) => {
  const bytes = new Uint8Array(makeFiller(path, size))
  return { bytes, file: sentFile(path, bytes) }
}

async function resumed(client: WireClient, parent: number, name: string, bytes: Uint8Array): Promise<() => Promise<Answer>> {
  const upload = await newUpload(client, { name, size: bytes.length, parent })
  return async () => {
    const offset = await offsetOf(client, upload)
    return appendTo(client, upload, offset, bytes.subarray(offset))
  }
}

/** Each class of work that ends in one commit with its log entry. */
export const WORKS: Readonly<Record<string, Prepare>> = {
  async upload({ operator }, key) {
    const sent = [named(`${key}/하나.pdf`, 90_000), named(`${key}/둘.pdf`, 3_000)]
    return {
      files: sent.map(({ file }) => file),
      send: () =>
        operator.upload(
          sent.map(({ file, bytes }) => [file.path, bytes] as const),
          0,
          'replace',
        ),
      isDone: async () => (await operator.items((await itemNamed(operator, key))?.id ?? -1)).length === 2,
    }
  },
  async 'resumable upload'({ operator }, key) {
    const { bytes, file } = named(`${key}.pdf`, 200_000)
    return {
      files: [file],
      send: await resumed(operator, 0, file.path, bytes),
      isDone: async () => (await itemNamed(operator, file.path)) !== undefined,
    }
  },
  async submission({ reader, dropFolder }, key) {
    const { bytes, file } = named(`${key}.pdf`, 50_000)
    const receipts = async () => (await submissionsOf(reader.client, dropFolder)).json.payload as { name: string }[]
    return {
      files: [{ ...file, path: `입찰/${file.path}` }],
      send: await resumed(reader.client, dropFolder, file.path, bytes),
      isDone: async () => (await receipts()).filter(({ name }) => name === file.path).length === 1,
    }
  },
  async publication({ ledger, operator, reader }, key) {
    const bytes = makePdf(1)
    const id = await putStaged(operator, `${key}.pdf`, bytes)
    ledger.acknowledge([sentFile(`${key}.pdf`, bytes)])
    return {
      send: () => publish({ operator, roomId: operator.me.roomId }, [id]),
      isDone: async () => (await itemNamed(reader.client, `${key}.pdf`)) !== undefined,
    }
  },
  async 'withdrawn grant'({ operator, reader, group }, key) {
    const itemId = await operator.newFolder(key)
    return {
      send: () => grant({ operator, roomId: operator.me.roomId }, { groupId: group, itemId, level: 'none' }),
      isDone: async () => (await itemNamed(reader.client, key)) === undefined,
    }
  },
  async 'withdrawn right'({ operator, reader }) {
    await operator.setRight(reader.memberId, 'print', true)
    return {
      send: () => operator.setRight(reader.memberId, 'print', false),
      isDone: async () => (await operator.members()).find(({ id }) => id === reader.memberId)?.print === false,
    }
  },
  async deletion({ operator }, key) {
    const id = await operator.newFolder(key)
    return {
      send: () => operator.deleteItem(id),
      isDone: async () => (await itemNamed(operator, key)) === undefined && (await operator.trashed()).some(({ name }) => name === key),
    }
  },
  async invitation({ ledger, operator }, key) {
    const email = `${key}@example.com`
    ledger.mailed.add(email)
    return {
      send: () => operator.invite([{ name: '이초대', email }]),
      isDone: async () => (await operator.members()).filter((member) => member.email === email).length === 1,
    }
  },
  async archive({ operator }) {
    for (const { id } of await archivesOf(operator)) await removeArchive(operator, id)
    return {
      isOnce: true,
      send: () => order(operator),
      isDone: async () => (await archivesOf(operator)).length === 1,
    }
  },
}
