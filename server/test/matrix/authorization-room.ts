import { sendLinked } from '../fixtures/linked-file.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { stampPng } from '../fixtures/stamp-png.ts'
import {
  failNewestMail,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../harness/test-app.ts'
import { boxOf, compose, draftOf, given, uploadStamp } from '../scenarios/composing.ts'
import { secondOperator } from '../scenarios/endings.ts'
import { signerOf } from '../scenarios/signing.ts'
import { askQuestion, attachFile } from '../scenarios/threads.ts'
import type { NamedObjects } from './authorization-calls.ts'
import { PLAIN } from './rows/brand-rows.ts'

export async function inviteSigner(
  app: TestApp,
  room: TestRoom,
  who: string,
  image?: number,
): Promise<string> {
  const email = `${who}@sign.example`
  const boxes = [boxOf({ id: `box of ${who}`, typeName: 'TEXT', participant: email })]
  const { templateId } = await draftOf(room, { people: [{ name: who, email }], boxes })
  const place = { page: 0, scaledX: 1, scaledY: 1, scaledW: 10, scaledH: 10 }
  const annotations = image === undefined ? [] : [{ id: 'stamp', kind: 'IMAGE', image, ...place }]
  given(await compose(room.operator, 'updateUpload', { templateId, annotations }))
  given(await compose(room.operator, 'addInvite', { templateId, members: [] }))
  return (await signerOf(app, email)).token
}

export async function openNamed(
  app: TestApp,
  content: Uint8Array<ArrayBuffer> = makePdf(1),
): Promise<{ readonly named: NamedObjects; readonly room: TestRoom; readonly person: TestPerson }> {
  const room = await app.room({ storageLimit: 100_000_000_000 })
  await room.operator.upload([['문서.pdf', content]])
  const [document] = await room.operator.items()
  await room.operator.switches(false)
  await room.operator.viewing({ selection: true })
  const person = await app.participant(room)
  await room.operator.setRight(person.memberId, 'download', true)
  await secondOperator(app, room)
  const { templateId } = await draftOf(room)
  await app.database.pool.query('update templates set result_id = source_id where id = $1', [
    templateId,
  ])
  const { id: imageId } = given<{ id: number }>(await uploadStamp(room.operator, await stampPng()))
  const logo = (await stampPng()).toString('base64')
  await room.operator.call('PUT', '/room/api/room/update/brand', {
    body: { id: room.roomId, ...PLAIN, logo },
  })
  const lease = await room.operator.openDocument(document?.id ?? 0)
  let spare = 0
  const spareMemberId = async (): Promise<number> => {
    spare += 1
    const invited = await room.operator.invite([
      { name: '남는 사람', email: `spare${spare}@example.com` },
    ])
    return (invited.json.payload as { id: number }[])[0]?.id ?? 0
  }
  const named: NamedObjects = {
    room,
    itemId: document?.id ?? 0,
    folderId: await room.operator.newFolder('제출 폴더'),
    templateId,
    imageId,
    signerBox: 'box of signer',
    filename: document?.filename ?? '',
    leaseName: lease.name,
    memberId: person.memberId,
    threadId: await askQuestion(person.client),
    threadFileId: await attachFile(person.client, '첨부.pdf', makePdf(1)),
    linked: {
      toMember: await sendLinked(room.operator, '사용자에게.pdf', [person.email]),
      toOperators: await sendLinked(person.client, '운영자에게.pdf'),
    },
    spareMemberId,
    failedMailId: async () => failNewestMail(app, await spareMemberId()),
  }
  return { named, room, person }
}
