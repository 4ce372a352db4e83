import fs from 'node:fs/promises'
import path from 'node:path'
import type {
  ImportRequest,
  ImportResult,
  ImportSource,
} from '../../../features/documents/index.ts'
import { makePdf } from '../../fixtures/make-pdf.ts'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import type { WireClient } from '../../harness/wire-client.ts'

export const pdf = (words: string): Uint8Array<ArrayBuffer> => makePdf(1, words)

export async function put(
  folder: string,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await fs.writeFile(path.join(folder, name), content)
  }
}

export async function importFrom(
  source: ImportSource,
  app: TestApp,
  room: TestRoom,
  asked: Partial<ImportRequest> = {},
  signal = new AbortController().signal,
): Promise<ImportResult> {
  const request = {
    roomId: room.roomId,
    into: [],
    staged: undefined,
    numbers: 'keep',
    isDryRun: false,
    ...asked,
  } as const
  return app.program.importIntoRoom(source, request, { signal, onProgress: () => undefined })
}

export const lines = ({ entries }: ImportResult): string[] =>
  entries.map(({ path: own, outcome, code }) => `${own} ${outcome}${code ? ` ${code}` : ''}`)

export async function outline(client: WireClient, parent = 0, depth = 0): Promise<string[]> {
  const found: string[] = []
  for (const { id, name, type, index } of await client.items(parent)) {
    found.push(`${'  '.repeat(depth)}${index === undefined ? '' : `${index} `}${name}`)
    if (type === 5) found.push(...(await outline(client, id, depth + 1)))
  }
  return found
}
