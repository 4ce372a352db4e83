import type { OwnRoom } from '../../../contract/features/session/own-rooms.ts'
import type { TestApp, TestRoom } from '../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'
import { messageMails, type ReceivedMessageMail } from './message-mails.ts'

const CODE = /\b\d{4} \d{4}\b/

/** The oldest mails come first. */
export async function stepMailsTo(app: TestApp, email: string): Promise<ReceivedMessageMail[]> {
  const all = await messageMails(app, '')
  return all.filter(({ to, text }) => to.includes(email) && CODE.test(text))
}

export async function stepCodeTo(app: TestApp, email: string): Promise<string> {
  const code = CODE.exec((await stepMailsTo(app, email)).at(-1)?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`no code was mailed to ${email}`)
  return code
}

export const wrongCode = (code: string): string =>
  `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`

const ROOMS_LINK = /\/rooms#([A-Za-z0-9_-]{22})/

/** @returns the member's id */
export async function inviteAddress(
  room: TestRoom,
  email: string,
  name = '박자문',
): Promise<number> {
  const { json } = await room.operator.invite([{ name, email }])
  return (json.payload as { id: number }[])[0]?.id ?? 0
}

export interface Adviser {
  readonly one: TestRoom
  readonly two: TestRoom
  readonly client: WireClient
  readonly email: string
  readonly pin: string
  readonly memberId: number
  readonly otherId: number
}

export async function adviserOf(app: TestApp): Promise<Adviser> {
  const [one, two] = [await app.room(), await app.room()]
  const { client, email, pin, memberId } = await app.participant(one)
  return { one, two, client, email, pin, memberId, otherId: await inviteAddress(two, email) }
}

export const askForRooms = (
  client: WireClient,
  email: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> =>
  client.call('POST', '/room/api/session/rooms/link', { body: { email }, headers })

/** The oldest links come first. */
export async function roomLinksTo(app: TestApp, email: string) {
  const asked = "select 1 from graphile_worker.jobs where task_identifier = 'session.mail-rooms'"
  while ((await app.database.pool.query(asked)).rowCount)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const mails = (await messageMails(app, '')).filter(
    ({ to, text }) => to.includes(email) && ROOMS_LINK.test(text),
  )
  return mails.map((mail) => ({ ...mail, token: ROOMS_LINK.exec(mail.text)?.[1] ?? '' }))
}

export async function proveWith(client: WireClient, token: string): Promise<WireAnswer> {
  const answer = await client.call('POST', '/room/api/session/rooms/prove', { body: { token } })
  client.proof = answer.headers.get('set-cookie')?.split(';')[0] ?? client.proof
  return answer
}

export async function proveAddress(
  app: TestApp,
  client: WireClient,
  email: string,
): Promise<WireAnswer> {
  await askForRooms(client, email)
  return proveWith(client, (await roomLinksTo(app, email)).at(-1)?.token ?? '')
}

export const ownRooms = (client: WireClient): Promise<WireAnswer> =>
  client.call('GET', '/room/api/session/rooms')

export const listedRooms = async (client: WireClient): Promise<OwnRoom[]> =>
  (await ownRooms(client)).json.payload as OwnRoom[]

export const cross = (client: WireClient, roomId: number): Promise<WireAnswer> =>
  client.call('POST', '/room/api/session/cross', { body: { roomId } })

export async function crossInTab(
  app: TestApp,
  from: WireClient,
  roomId: number,
): Promise<WireClient> {
  const tab = app.stranger()
  Object.assign(tab, { device: from.device, proof: from.proof })
  const answer = await cross(tab, roomId)
  if (answer.json.status === 'OK')
    tab.session = answer.json.payload as NonNullable<WireClient['session']>
  const device = answer.headers.get('set-cookie')?.split(';')[0]
  if (device !== undefined) for (const each of [tab, from]) each.device = device
  return tab
}

export const allowCrossing = (operator: WireClient, crossing: unknown): Promise<WireAnswer> =>
  operator.call('PUT', '/room/api/room/update/crossing', {
    body: { id: operator.me.roomId, crossing },
  })

export const leaveRooms = (client: WireClient, everywhere: boolean): Promise<WireAnswer> =>
  client.call('POST', '/room/api/session/rooms/leave', { body: { everywhere } })
