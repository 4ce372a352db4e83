import { buffer } from 'node:stream/consumers'
import { type ZipEntry, zipStream } from '../platform/zip/zip-stream.ts'

/** A file that is a Word document as far as an upload looks. */
export async function makeDocx(): Promise<Uint8Array<ArrayBuffer>> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const name of ['[Content_Types].xml', 'word/document.xml']) yield { name, modified: new Date(0), content: [Buffer.from('<w/>')] }
  }
  return new Uint8Array(await buffer(zipStream(entries(), 'UTC')))
}
