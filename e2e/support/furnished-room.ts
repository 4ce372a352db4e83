import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import {
  type ItemRecord,
  type SessionRecord,
  WireClient,
} from '../../server/test/harness/wire-client.ts'
import type { Mailbox } from './mailbox.ts'

export interface RoomToFurnish {
  readonly roomId: number
  readonly roomNo: string
  readonly pin: string
  readonly code: string
}

export type RememberedSession = SessionRecord & { readonly agreed: boolean }

export interface FurnishedRoom {
  readonly room: RoomToFurnish
  readonly ids: Readonly<Record<string, number>>
  readonly reader: { readonly name: string; readonly email: string; readonly pin: string }
  readonly holder: { readonly name: string; readonly email: string; readonly pin: string }
}

/** Page counts make sizes differ. */
const DOCUMENTS: Readonly<Record<string, number>> = {
  '안내문.pdf': 1,
  '01 계약/계약서 초안.pdf': 3,
  '01 계약/부속합의서.pdf': 30,
  '01 계약/확인서.pdf': 2,
  '01 계약/01-01 이전 안/계약서 1차 안.pdf': 2,
  '02 재무/2025/재무제표.pdf': 4,
}

const READER = { name: '이참여', email: 'reader@house.example' }
const HOLDER = { name: '박권한', email: 'holder@house.example' }

export async function furnish(
  url: string,
  room: RoomToFurnish,
  mailbox: Mailbox,
): Promise<FurnishedRoom> {
  const operator = await enterAsOperator(url, room)
  await operator.upload(
    Object.entries(DOCUMENTS).map(([path, pages]) => [path, makePdf(pages, 'DOCUMENT')]),
  )
  await operator.makeFolder('03 빈 폴더')
  const invited = await operator.invite([READER, HOLDER])
  const [, holder] = invited.json.payload as readonly { id: number }[]
  for (const right of ['print', 'download']) await operator.setRight(holder?.id ?? 0, right, true)
  const ids = await idsIn(operator, 0, '')
  await operator.logout()
  const pins = await Promise.all([READER, HOLDER].map(({ email }) => mailbox.pinFor(email)))
  return {
    room,
    ids,
    reader: { ...READER, pin: pins[0] ?? '' },
    holder: { ...HOLDER, pin: pins[1] ?? '' },
  }
}

async function idsIn(
  client: WireClient,
  parent: number,
  before: string,
): Promise<Record<string, number>> {
  const items = await client.items(parent)
  const found: Record<string, number> = {}
  for (const item of items)
    Object.assign(found, { [before + item.name]: item.id }, await below(client, item, before))
  return found
}

const below = (
  client: WireClient,
  item: ItemRecord,
  before: string,
): Promise<Record<string, number>> | undefined =>
  item.type === 5 ? idsIn(client, item.id, `${before}${item.name}/`) : undefined

export async function sessionOf(
  url: string,
  pin: string,
  { agrees = true, code = '' } = {},
): Promise<RememberedSession> {
  const client = new WireClient(url)
  await client.join(pin)
  if (agrees) await client.agree()
  if (code !== '') await client.elevate(code)
  return { ...client.me, agreed: agrees }
}
