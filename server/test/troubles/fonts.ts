/** Korean, Japanese and Chinese in fonts that the file does not carry, by the predefined maps of ISO 32000-1, table 118. */
import { pdfOf } from '../pdf-file.ts'
import { fine, type Trouble } from './trouble.ts'

const ORDERINGS = { Korea1: 'HYSMyeongJo-Medium', Japan1: 'HeiseiMin-W3', GB1: 'STSong-Light', CNS1: 'MSung-Light' } as const

/** A page with a word in a font of this collection, its bytes in hexadecimal, and the box of the page. */
function written(map: string, ordering: keyof typeof ORDERINGS, bytes: string): Buffer {
  const name = ORDERINGS[ordering]
  const extra = [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name}-${map} /Encoding /${map} /DescendantFonts [5 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> /DW 1000 /FontDescriptor 6 0 R >>`,
    `<< /Type /FontDescriptor /FontName /${name} /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
  ]
  return pdfOf([{ content: `BT /F2 36 Tf 200 600 Td <${bytes}> Tj ET`, entries: '/Resources << /Font << /F2 4 0 R >> >>' }], { extra })
}

const MAPS: readonly (readonly [map: string, ordering: keyof typeof ORDERINGS, bytes: string, words: string])[] = [
  ['KSCms-UHC-H', 'Korea1', 'B0E8BEE0', '계약'],
  ['KSCms-UHC-V', 'Korea1', 'B0E8BEE0', '계약'],
  ['KSC-EUC-H', 'Korea1', 'B0E8BEE0', '계약'],
  ['UniKS-UCS2-H', 'Korea1', 'ACC4C57D', '계약'],
  ['UniKS-UTF16-H', 'Korea1', 'ACC4C57D', '계약'],
  ['90ms-RKSJ-H', 'Japan1', '8C5F96F1', '契約'],
  ['UniJIS-UCS2-H', 'Japan1', '59517D04', '契約'],
  ['UniJIS-UTF16-H', 'Japan1', '59517D04', '契約'],
  ['H', 'Japan1', '37404C73', '契約'],
  ['GBK-EUC-H', 'GB1', 'BACFCDAC', '合同'],
  ['UniGB-UCS2-H', 'GB1', '5408540C', '合同'],
  ['UniGB-UTF16-H', 'GB1', '5408540C', '合同'],
  ['ETen-B5-H', 'CNS1', 'AB B4AC F9'.replaceAll(' ', ''), '契約'],
  ['UniCNS-UCS2-H', 'CNS1', '59517D04', '契約'],
  ['UniCNS-UTF16-H', 'CNS1', '59517D04', '契約'],
]

/** With each the words that stand on its page. */
export const FOREIGN_FONTS: readonly Trouble[] = [
  ...MAPS.map(([map, ordering, bytes, words]) => fine(`${ordering} by ${map}`, () => written(map, ordering, bytes), words)),
  fine('a map that nobody knows', () => written('Nobody-Knows-H', 'Korea1', 'ACC4C57D')),
]
