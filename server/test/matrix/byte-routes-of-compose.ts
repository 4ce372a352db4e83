import type { OperationName } from '../../../contract/registry.ts'
import type { WireClient } from '../harness/wire-client.ts'

export interface HeldByAuthor {
  readonly templateId: number
  readonly imageId: number
}

type Send = (client: WireClient, held: HeldByAuthor) => Promise<Response>

const path =
  (of: (held: HeldByAuthor) => string, headers: Readonly<Record<string, string>> = {}): Send =>
  (client, held) =>
    client.fetch('GET', of(held), { headers })

const source = ({ templateId }: HeldByAuthor): string => `/esign/api/compose/source/${templateId}`
const result = ({ templateId }: HeldByAuthor): string => `/esign/api/compose/result/${templateId}`

export const COMPOSE_ROUTES = {
  'compose.source': [path(source), path(source, { range: 'bytes=0-9' })],
  'compose.result': [path(result), path(result, { range: 'bytes=0-9' })],
  'compose.image': [path(({ imageId }) => `/esign/api/images/${imageId}`)],
} as const satisfies Partial<Record<OperationName, readonly Send[]>>
