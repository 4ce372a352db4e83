import type { ExpectedDocument } from '../../../contract/features/documents/expected.ts'
import type { ExpectedCounts } from '../../../contract/features/documents.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'

interface AskedStructure {
  readonly file?: Uint8Array | string
  readonly name?: string
  readonly template?: string
  readonly parent?: number
  readonly apply?: boolean
  readonly roomId?: number
  readonly isNumbered?: boolean
  readonly expects?: boolean
  readonly act?: string
}

export function askStructure(client: WireClient, asked: AskedStructure): Promise<WireAnswer> {
  const {
    file,
    name = 'index.csv',
    template,
    parent = 0,
    apply,
    roomId = client.session?.roomId ?? 1,
    isNumbered,
    expects,
    act,
  } = asked
  const form = new FormData()
  const fields = { roomId, parent, apply, template, isNumbered, expects, act }
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) form.append(field, String(value))
  if (file !== undefined)
    form.append('file', new Blob([typeof file === 'string' ? file : Buffer.from(file)]), name)
  return client.call('POST', '/room/api/file/structure', { form })
}

export const saveTemplate = (client: WireClient, name: string, parent = 0): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/template', {
    body: { roomId: client.session?.roomId ?? 1, parent, name },
  })

export interface TemplateRecord {
  readonly id: string
  readonly name: string
  readonly folders: number
  readonly language?: string
  readonly isSaved: boolean
}

export const templatesOf = async (client: WireClient): Promise<TemplateRecord[]> =>
  (await client.call('GET', `/room/api/file/template/list/${client.me.roomId}`)).json
    .payload as TemplateRecord[]

interface Added {
  readonly added: readonly {
    readonly id: number
    readonly name: string
    readonly isReceived: boolean
  }[]
  readonly skipped: readonly { readonly name: string; readonly code: string }[]
}

export async function expectDocuments(
  client: WireClient,
  names: readonly string[],
  parent = 0,
  more = {},
): Promise<Added> {
  const { json } = await client.call('POST', '/room/api/file/expected', {
    body: { roomId: client.me.roomId, parent, names, ...more },
  })
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return json.payload as Added
}

interface ExpectedListing {
  readonly rows: readonly ExpectedDocument[]
  readonly counts: ExpectedCounts
}

/** @param query such as `parent=3&deep=true&state=all` */
export async function expectedIn(client: WireClient, query = ''): Promise<ExpectedListing> {
  const { json } = await client.call(
    'GET',
    `/room/api/file/expected/list/${client.me.roomId}?${query}`,
  )
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return json.payload as ExpectedListing
}
