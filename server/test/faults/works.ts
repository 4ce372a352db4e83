import { makePdf } from '../fixtures/make-pdf.ts'
import { appendTo, newUpload, offsetOf } from '../harness/tus.ts'
import { makeFiller, type SentFile } from '../harness/upload-stream.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { archivesOf, order, removeArchive } from '../scenarios/archives.ts'
import { boxOf, draftOf, getTemplate } from '../scenarios/composing.ts'
import { grant, groupsOf, moveInto, newGroup } from '../scenarios/groups.ts'
import { itemNamed, publish, putStaged } from '../scenarios/publishing.ts'
import { asAuthor, SignerClient } from '../scenarios/signing.ts'
import { setDropFolder, submissionsOf } from '../scenarios/submissions.ts'
import { enter, listed, move, opened, write, written } from '../scenarios/threads.ts'
import { type Answered, type Ledger, sentFile } from './ledger.ts'
import type { FaultPlace, Member } from './place.ts'

export interface FaultRoom {
  readonly ledger: Ledger
  readonly operator: WireClient
  readonly reader: Member
  mailedLink(email: string): Promise<string>
  readonly group: number
  readonly dropFolder: number
}

export async function furnish(place: FaultPlace, operator: WireClient): Promise<FaultRoom> {
  const room = { operator, roomId: operator.me.roomId }
  const reader = await place.participant(operator, 'reader@example.com')
  const group = await newGroup(room, '인수인', 'download')
  await moveInto(room, group, [reader])
  await operator.setRight(operator.me.id, 'download', true)
  const dropFolder = await operator.newFolder('입찰')
  await setDropFolder(room, dropFolder, [group])
  return {
    ledger: place.ledger,
    mailedLink: (email) => place.mailed(email, LINK),
    operator,
    reader,
    group,
    dropFolder,
  }
}

export interface WorkAttempt {
  send(): Promise<Answered>
  isDone(): Promise<boolean>
  readonly files?: readonly SentFile[]
  readonly isOnce?: boolean
}

const LINK = /\/sign#([A-Za-z0-9_-]{32})(?![A-Za-z0-9_-])/

type Prepare = (stage: FaultRoom, key: string) => Promise<WorkAttempt>

const named = (path: string, size: number) => {
  const bytes = new Uint8Array(makeFiller(path, size))
  return { bytes, file: sentFile(path, bytes) }
}

async function resumed(
  client: WireClient,
  parent: number,
  name: string,
  bytes: Uint8Array,
): Promise<WorkAttempt['send']> {
  const upload = await newUpload(client, { name, size: bytes.length, parent })
  return async () => {
    const offset = await offsetOf(client, upload)
    return appendTo(client, upload, offset, bytes.subarray(offset))
  }
}

const roomOf = (operator: WireClient) => ({ operator, roomId: operator.me.roomId })

const sentAs = async (operator: WireClient, title: string): Promise<number> => {
  const { json } = await operator.call('GET', `/room/api/message/sent/${operator.me.roomId}`)
  return (json.payload as { title: string }[]).filter((each) => each.title === title).length
}

async function draftFor(operator: WireClient, email: string): Promise<number> {
  const { templateId } = await draftOf(
    { operator },
    {
      name: `${email}.pdf`,
      people: [{ name: '서명인', email }],
      boxes: [boxOf({ participant: email })],
    },
  )
  return templateId
}

const statusOf = async (operator: WireClient, templateId: number): Promise<string> =>
  ((await getTemplate(operator, templateId)).json.payload as { status: string }).status

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
      isDone: async () =>
        (await operator.items((await itemNamed(operator, key))?.id ?? -1)).length === 2,
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
    const receipts = async () =>
      (await submissionsOf(reader.client, dropFolder)).json.payload as { name: string }[]
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
      send: () =>
        grant({ operator, roomId: operator.me.roomId }, { groupId: group, itemId, level: 'none' }),
      isDone: async () => (await itemNamed(reader.client, key)) === undefined,
    }
  },
  async 'withdrawn right'({ operator, reader }) {
    await operator.setRight(reader.memberId, 'print', true)
    return {
      send: () => operator.setRight(reader.memberId, 'print', false),
      isDone: async () =>
        (await operator.members()).find(({ id }) => id === reader.memberId)?.print === false,
    }
  },
  async deletion({ operator }, key) {
    const id = await operator.newFolder(key)
    return {
      send: () => operator.deleteItem(id),
      isDone: async () =>
        (await itemNamed(operator, key)) === undefined &&
        (await operator.trashed()).some(({ name }) => name === key),
    }
  },
  async invitation({ ledger, operator }, key) {
    const email = `${key}@example.com`
    ledger.mailed.add(email)
    return {
      send: () => operator.invite([{ name: '이초대', email }]),
      isDone: async () =>
        (await operator.members()).filter((member) => member.email === email).length === 1,
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
  async 'move of a document'({ operator }, key) {
    const { bytes, file } = named(`${key}.pdf`, 4_000)
    await operator.upload([[file.path, bytes]])
    const [folder, item] = [
      await operator.newFolder(`${key}-folder`),
      await itemNamed(operator, file.path),
    ]
    return {
      files: [{ ...file, path: `${key}-folder/${file.path}` }],
      send: () => operator.moveItem(item?.id ?? 0, folder),
      isDone: async () =>
        (await itemNamed(operator, file.path, folder)) !== undefined &&
        (await itemNamed(operator, file.path)) === undefined,
    }
  },
  async restoration({ operator }, key) {
    const { bytes, file } = named(`${key}.pdf`, 4_000)
    await operator.upload([[file.path, bytes]])
    const id = (await itemNamed(operator, file.path))?.id ?? 0
    await operator.deleteItem(id)
    return {
      files: [file],
      send: () => operator.restoreItem(id),
      isDone: async () =>
        (await itemNamed(operator, file.path)) !== undefined &&
        !(await operator.trashed()).some(({ name }) => name === file.path),
    }
  },
  async grant({ operator, reader, group }, key) {
    const itemId = await operator.newFolder(key)
    await grant(roomOf(operator), { groupId: group, itemId, level: 'none' })
    return {
      send: () => grant(roomOf(operator), { groupId: group, itemId, level: 'view' }),
      isDone: async () => (await itemNamed(reader.client, key)) !== undefined,
    }
  },
  async 'new group'({ operator }, key) {
    const { roomId } = operator.me
    return {
      isOnce: true,
      send: () => operator.call('POST', '/room/api/group', { body: { roomId, name: key } }),
      isDone: async () =>
        (await groupsOf(roomOf(operator))).filter(({ name }) => name === key).length === 1,
    }
  },
  async 'change of group'({ operator }, key) {
    const email = `${key}@example.com`
    await operator.invite([{ name: '박이동', email }])
    const memberId = (await operator.members()).find((member) => member.email === email)?.id ?? 0
    const id = await newGroup(roomOf(operator), key)
    return {
      send: () => moveInto(roomOf(operator), id, [{ memberId }]),
      isDone: async () =>
        (await groupsOf(roomOf(operator))).find((group) => group.id === id)?.members === 1,
    }
  },
  async question({ operator, reader }, key) {
    return {
      isOnce: true,
      send: () => write(reader.client, { title: key }),
      isDone: async () =>
        (await listed(operator)).filter(({ title }) => title === key).length === 1,
    }
  },
  async answer({ operator, reader }, key) {
    const { id } = await written(reader.client, { title: key })
    return {
      isOnce: true,
      send: () => enter(operator, id, 'ANSWER', '본문 3쪽입니다.'),
      isDone: async () =>
        (await opened(operator, id)).entries.filter(({ kind }) => kind === 'ANSWER').length === 1,
    }
  },
  async 'withdrawn question'({ operator, reader }, key) {
    const { id } = await written(reader.client, { title: key })
    return {
      send: () => move(reader.client, id, 'WITHDRAWN'),
      isDone: async () => (await opened(operator, id)).state === 'WITHDRAWN',
    }
  },
  async message({ operator }, key) {
    return {
      isOnce: true,
      send: () =>
        operator.message('sendByManager', {
          subject: key,
          content: '본문',
          recipients: [{ name: '이참여', email: 'reader@example.com' }],
        }),
      isDone: async () => (await sentAs(operator, key)) === 1,
    }
  },
  async 'document sent for signing'({ operator }, key) {
    const templateId = await draftFor(operator, `${key}@example.com`)
    return {
      isOnce: true,
      send: () => asAuthor(operator, 'addInvite', { templateId, members: [] }),
      isDone: async () => (await statusOf(operator, templateId)) !== 'DRAFT',
    }
  },
  async signature({ operator, mailedLink }, key) {
    const email = `${key}@example.com`
    const templateId = await draftFor(operator, email)
    await asAuthor(operator, 'addInvite', { templateId, members: [] })
    const signer = new SignerClient(operator.base, await mailedLink(email))
    await signer.open()
    return {
      send: () => signer.sign(),
      isDone: async () => ['SEALING', 'COMPLETED'].includes(await statusOf(operator, templateId)),
    }
  },
}
