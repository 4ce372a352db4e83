import { pdfOf, textPage } from '../../fixtures/pdf-file.ts'
import type { TestApp } from '../../harness/test-app.ts'
import type { WireClient } from '../../harness/wire-client.ts'
import { archiveUrl, prepared } from '../../scenarios/archives.ts'
import type { HeldDocument } from './routes.ts'
import type { DocumentBytesRoom } from './states.ts'

export async function grasp(
  reader: WireClient,
  itemId: number,
): Promise<Pick<HeldDocument, 'lease' | 'ticket'>> {
  const { name: lease } = await reader.openDocument(itemId)
  const issued = await reader.call('POST', '/room/api/file/ticket', {
    body: { fileIds: [itemId], kind: 'download' },
  })
  return { lease, ticket: (issued.json.payload as { url: string }).url }
}

async function graspArchive(
  reader: WireClient,
): Promise<Pick<HeldDocument, 'archive' | 'archiveTicket'>> {
  const { id: archive } = await prepared(reader)
  return { archive, archiveTicket: await archiveUrl(reader, archive) }
}

export async function furnish(app: TestApp, otherNode: string): Promise<DocumentBytesRoom> {
  const room = await app.room()
  await room.operator.switches(false)
  await room.operator.viewing({ selection: false })
  const { client: reader, memberId } = await app.participant(room)
  for (const right of ['download', 'print', 'text'])
    await room.operator.setRight(memberId, right, true)
  const itemId = await room.operator.put('기밀.pdf', pdfOf([textPage('top secret')]))
  const filename = (await room.operator.items()).find(({ id }) => id === itemId)?.filename ?? ''
  return {
    app,
    otherNode,
    room,
    reader,
    memberId,
    held: { itemId, filename, ...(await grasp(reader, itemId)), ...(await graspArchive(reader)) },
  }
}
