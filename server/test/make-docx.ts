import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A text document; `picture` is the address of one that is linked and not embedded. */
export async function makeDocx(text = '계약서', picture?: string): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = `<w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape style="width:100pt;height:100pt"><v:imagedata r:id="rId9"/></v:shape></w:pict></w:r>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${picture === undefined ? '' : `<Relationship Id="rId9" Type="${RELATIONS}/image" Target="${picture}" TargetMode="External"/>`}</Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORDS}" xmlns:r="${RELATIONS}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r>${picture === undefined ? '' : drawing}</w:p></w:body></w:document>`,
  }
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}
