/** Pictures whose bytes are not what they are said to be, and streams that are packed strangely. */
import { deflateSync } from 'node:zlib'
import { fileOf, line, pdfOf, stream } from '../pdf-file.ts'
import { fine, pictured, type Trouble } from './trouble.ts'

const noise = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7_919 + (index >> 3)) & 255))
const BITS = '/Width 200 /Height 200 /BitsPerComponent 1 /ColorSpace /DeviceGray'
const COLOURS = '/Width 200 /Height 200 /BitsPerComponent 8 /ColorSpace /DeviceRGB'

/** The mark of a JPEG, then what says that it is as large as one can be. */
const HUGE_JPEG = Buffer.from('ffd8ffc00011080fffffffff03011100021100031100ffda000c03010002110311003f00', 'hex')
/** A page of JBIG2 that says it is four billion points wide and high. */
const HUGE_JBIG2 = Buffer.from('00000000300001000000 13ffffffffffffffff0000000000000000000000'.replaceAll(' ', ''), 'hex')
/** The head of a JPEG 2000 code stream of four billion points each way. */
const HUGE_JPX = Buffer.from(
  'ff4fff51002f0000ffffffffffffffff0000000000000000ffffffffffffffff00000000000000000003070101070101070101',
  'hex',
)

const PICTURES: readonly (readonly [name: string, words: string, bytes: Buffer])[] = [
  ['JBIG2 of noise', `${BITS} /Filter /JBIG2Decode`, noise],
  ['JBIG2 of a huge page', `${BITS} /Filter /JBIG2Decode`, HUGE_JBIG2],
  ['JBIG2 whose dictionary is itself', `${BITS} /Filter /JBIG2Decode /DecodeParms << /JBIG2Globals 4 0 R >>`, noise],
  ['JPEG 2000 of noise', `${COLOURS} /Filter /JPXDecode`, noise],
  ['JPEG 2000 of a huge picture', `${COLOURS} /Filter /JPXDecode`, HUGE_JPX],
  ['JPEG of noise', `${COLOURS} /Filter /DCTDecode`, noise],
  ['JPEG of a huge picture', `${COLOURS} /Filter /DCTDecode`, HUGE_JPEG],
  ['a fax of noise', `${BITS} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 200 /Rows 200 >>`, noise],
  ['a fax of a billion columns', `${BITS} /Filter /CCITTFaxDecode /DecodeParms << /K 0 /Columns 1000000000 /Rows 1000000000 >>`, noise],
  ['a fax of less than no columns', `${BITS} /Filter /CCITTFaxDecode /DecodeParms << /K 4 /Columns -5 /Rows -5 >>`, noise],
  ['LZW of noise', `${COLOURS} /Filter /LZWDecode`, noise],
  ['run lengths of noise', `${COLOURS} /Filter /RunLengthDecode`, noise],
  ['too few bytes', COLOURS, Buffer.from('abc')],
  ['a broken zip', `${COLOURS} /Filter /FlateDecode`, deflateSync(noise).subarray(0, 900)],
  ['a filter that nobody knows', `${COLOURS} /Filter /NobodyDecode`, noise],
  ['a hundred filters', `${COLOURS} /Filter [${'/ASCIIHexDecode '.repeat(100)}]`, noise],
  ['filters that are the picture', `${COLOURS} /Filter 4 0 R /DecodeParms 4 0 R`, noise],
  ['no size', '/BitsPerComponent 8 /ColorSpace /DeviceRGB', noise],
  ['less than no size', '/Width -200 /Height -200 /BitsPerComponent 8 /ColorSpace /DeviceRGB', noise],
  ['77 bits a colour', '/Width 20 /Height 20 /BitsPerComponent 77 /ColorSpace /DeviceRGB', noise],
  ['a profile of noise', '/Width 20 /Height 20 /BitsPerComponent 8 /ColorSpace [/ICCBased 5 0 R]', noise],
]

const picture = (words: string, bytes: Buffer): Buffer =>
  pdfOf(
    [
      {
        content: `q 200 0 0 200 50 50 cm /X Do Q ${line('still here')}`,
        entries: '/Resources << /Font << /F1 3 0 R >> /XObject << /X 4 0 R >> >>',
      },
    ],
    { extra: [stream(`/Type /XObject /Subtype /Image ${words}`, bytes), stream('/N 3', noise)] },
  )

const content = (entries: string, bytes: string | Buffer): Buffer =>
  fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
    stream(entries, bytes),
    '/FlateDecode',
  ])

const hexOf = (text: string): string => `${Buffer.from(text).toString('hex')}>`

export const PICTURES_AND_STREAMS: readonly Trouble[] = [
  ...PICTURES.map(([name, words, bytes]) => fine(`a picture: ${name}`, () => picture(words, bytes), 'still here')),
  fine('content in two filters', () => content('/Filter [/ASCIIHexDecode /FlateDecode]', hexOf2(line('still here'))), 'still here'),
  fine('content in hexadecimal', () => content('/Filter /ASCIIHexDecode', hexOf(line('still here'))), 'still here'),
  pictured('content whose filter is a reference', () => content('/Filter 6 0 R', deflateSync(line('still here'))), 'still here'),
  fine('content whose zip is broken', () => content('/Filter /FlateDecode', deflateSync(noise).subarray(0, 500))),
  pictured('content in a filter that nobody knows', () => content('/Filter /NobodyDecode', line('still here'))),
  pictured(
    'content with an encryption of its own',
    () => content('/Filter [/Crypt] /DecodeParms [<< /Name /Identity >>]', line('still here')),
    'still here',
  ),
  fine('content of noise', () => content('', noise)),
  fine('a picture within the text whose end is missing', () =>
    content('', `${line('still here')} BI /W 9999 /H 9999 /BPC 8 /CS /RGB ID abc`),
  ),
]

function hexOf2(text: string): string {
  return `${deflateSync(text).toString('hex')}>`
}
