import type { Exported } from './export-format.ts'

/** The head on the first line, and each entry on one of its own, so that it can be read line by line. */
export async function* jsonLines({ head, rows }: Exported): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`
  let separator = '\n'
  for await (const { at: _, ...entry } of rows) {
    yield `${separator}${JSON.stringify(entry)}`
    separator = ',\n'
  }
  yield '\n]}\n'
}
