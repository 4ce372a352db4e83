import { expect, it } from 'vitest'
import {
  hwpxParts,
  type MadeEntry,
  makeCompound,
  makeZip,
  StrictSource,
} from '../../../../test/fixtures/made-files.ts'
import { checkContent } from './check-content.ts'

const check = (bytes: Buffer) => checkContent('hwpx', StrictSource.of(bytes))
const [type, content, section] = hwpxParts() as [MadeEntry, MadeEntry, MadeEntry]

it.each<[string, MadeEntry[]]>([
  ['as few parts as there may be', [type, content, section]],
  [
    'parts in another order behind the type, and more of them',
    [type, { name: 'Preview/PrvText.txt' }, section, content],
  ],
])('%s: accepted', async (_, entries) => {
  expect(await check(makeZip(entries))).toBeUndefined()
})

it.each<[string, MadeEntry[]]>([
  ['the type is not the first part', [content, type, section]],
  ['another type', [...hwpxParts('application/epub+zip')]],
  [
    'a type that only begins so',
    [{ name: 'mimetype.txt', data: Buffer.from('application/hwp+zip') }, content, section],
  ],
  [
    'a type that is not stored as it is',
    [{ ...type, data: Buffer.from('00dead00beef', 'hex') }, content, section],
  ],
  ['no list of parts', [type, section]],
  ['no text', [type, content]],
  ['a part that leads out', [type, content, section, { name: '../../etc/passwd' }]],
  ['the same part twice', [type, content, section, { name: 'CONTENTS/section0.xml' }]],
  ['an Office package', [{ name: '[Content_Types].xml' }, { name: 'word/document.xml' }]],
])('%s: refused', async (_, entries) => {
  expect(await check(makeZip(entries))).toBe('CONTENT')
})

it('the older form under this extension is refused', async () => {
  const older = Buffer.alloc(256)
  older.write('HWP Document File')
  expect(
    await check(makeCompound({ FileHeader: older, DocInfo: Buffer.alloc(9), BodyText: null })),
  ).toBe('CONTENT')
})
