import { makePdf } from '../../fixtures/make-pdf.ts'
import type { MultipartPart } from '../../harness/multipart.ts'
import type { WireClient } from '../../harness/wire-client.ts'

export const PDF = makePdf(1)

export const pdf = (filename: string, content: Uint8Array = PDF): MultipartPart => ({
  name: 'file',
  filename,
  content,
})

export const names = async (client: WireClient, parent = 0): Promise<string[]> =>
  (await client.items(parent)).map(({ name }) => name)
