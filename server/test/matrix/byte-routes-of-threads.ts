import type { OperationName } from '../../../contract/registry.ts'
import type { WireClient } from '../harness/wire-client.ts'

type Send = (client: WireClient, fileId: string) => Promise<Response>

export const THREAD_ROUTES = {
  'threads.filePage': (client, fileId) =>
    client.fetch('GET', `/room/api/thread/file/${fileId}/page/1?width=64`),
  'threads.file': (client, fileId) => client.fetch('GET', `/room/api/thread/file/${fileId}`),
} satisfies Partial<Record<OperationName, Send>>
