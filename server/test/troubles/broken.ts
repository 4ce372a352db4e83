/** Files that do not hold together. */
import { A4, fileOf, line, pdfOf, revised, stream, textPage } from '../pdf-file.ts'
import { drawn, fine, hopeless, type Trouble } from './trouble.ts'

const whole = (): Buffer => pdfOf([textPage('still here')])
/** Changes the text of a file. Where that changes lengths, its table is wrong from there on. */
const altered = (pdf: Buffer, change: (text: string) => string): Buffer => Buffer.from(change(pdf.toString('latin1')), 'latin1')
const part = (share: number): Buffer => whole().subarray(0, Math.floor(whole().length * share))

/** Objects whose table is a stream with these rows of kind, place and index. */
function withRows(objects: string, rows: readonly (readonly [kind: number, where: number, place: number])[], number: number): Buffer {
  const bytes = Buffer.from(rows.flatMap(([kind, where, place]) => [kind, where >> 8, where & 255, place]))
  const table = `${number} 0 obj\n${stream(`/Type /XRef /Root 1 0 R /Size ${rows.length} /W [1 2 1]`, bytes)}\nendobj\n`
  return Buffer.from(`%PDF-1.7\n${objects}${table}startxref\n${9 + objects.length}\n%%EOF\n`, 'latin1')
}

const container = (number: number, words = ''): string => {
  const head = '1 0 2 33 '
  const objects = '<</Type/Catalog/Pages 2 0 R>>    <</Type/Pages/Count 1/Kids[<</Type/Page>>]>>'
  return `${number} 0 obj\n${stream(`/Type /ObjStm /N 2 /First ${head.length} ${words}`, head + objects)}\nendobj\n`
}

export const BROKEN_FILES: readonly Trouble[] = [
  fine('no startxref', () => altered(whole(), (text) => text.replace(/startxref\n\d+\n/, '')), 'still here'),
  ...['7', '99999999', '18446744073709551616', '-1', 'abc', ''].map((where) =>
    fine(
      `a startxref of "${where}"`,
      () => altered(whole(), (text) => text.replace(/startxref\n\d+/, `startxref\n${where}`)),
      'still here',
    ),
  ),
  fine('junk before the header', () => Buffer.concat([Buffer.from('junk before\n'.repeat(20)), whole()]), 'still here'),
  fine('junk behind the end', () => Buffer.concat([whole(), Buffer.alloc(5_000, 'junk behind ')]), 'still here'),
  fine('a header of no version', () => altered(whole(), (text) => text.replace('%PDF-1.7', '%PDF-x.y')), 'still here'),
  fine('no end', () => altered(whole(), (text) => text.replace('%%EOF\n', '')), 'still here'),
  hopeless('no table and no trailer', () => altered(whole(), (text) => text.slice(0, text.indexOf('xref\n')))),
  hopeless('a table that is cut', () => altered(whole(), (text) => text.slice(0, text.indexOf('xref\n') + 60))),
  hopeless('a file that is cut in its first half', () => part(0.2)),
  fine(
    'a table whose places are off',
    () => altered(whole(), (text) => text.replace(/(\d{10}) 00000 n/g, (_, at) => `${String(Number(at) + 3).padStart(10, '0')} 00000 n`)),
    'still here',
  ),
  drawn(
    'a table whose places are those of others',
    () =>
      altered(whole(), (text) => {
        const places = [...text.matchAll(/(\d{10}) 00000 n/g)].map(([, at]) => at).reverse()
        return text.replace(/\d{10} 00000 n/g, () => `${places.shift()} 00000 n`)
      }),
    'still here',
  ),
  fine('rows of 19 bytes', () => altered(whole(), (text) => text.replace(/ n \n/g, ' n\n').replace(/ f \n/g, ' f\n')), 'still here'),
  fine(
    'a table of four billion objects',
    () => altered(whole(), (text) => text.replace(/xref\n0 \d+/, 'xref\n0 4294967295')),
    'still here',
  ),
  fine('a size of two billion', () => altered(whole(), (text) => text.replace(/\/Size \d+/, '/Size 2147483647')), 'still here'),
  fine(
    'a revision before itself',
    () => altered(whole(), (text) => text.replace('/Root', `/Prev ${text.indexOf('xref\n')} /Root`)),
    'still here',
  ),
  fine('a revision that is nowhere', () => altered(whole(), (text) => text.replace('/Root', '/Prev 99999999 /Root')), 'still here'),
  fine(
    'a hybrid table that leads to itself',
    () => altered(whole(), (text) => text.replace('/Root', `/XRefStm ${text.indexOf('xref\n')} /Root`)),
    'still here',
  ),
  hopeless('no root', () => altered(whole(), (text) => text.replace('/Root 1 0 R', '').replace('/Type /Catalog', ''))),
  hopeless('a root that is a number', () => fileOf(['7', '7', '7'])),
  hopeless('a catalog without pages', () => fileOf(['<< /Type /Catalog >>'])),
  fine('a catalog whose pages are a picture', () => fileOf(['<< /Type /Catalog /Pages 2 0 R >>', stream('/Type /XObject', 'abcd')])),
  hopeless('a count of a million for one page', () => altered(whole(), (text) => text.replace('/Count 1', '/Count 1000000')), 'TOO_LARGE'),
  fine('a count below nothing', () => altered(whole(), (text) => text.replace('/Count 1', '/Count -7'))),
  drawn('no types of pages', () => altered(whole(), (text) => text.replaceAll('/Type /Page', '')), 'still here'),
  fine('streams that do not end', () => altered(whole(), (text) => text.replaceAll('endstream', '')), 'still here'),
  fine('objects that do not end', () => altered(whole(), (text) => text.replaceAll('endobj', '')), 'still here'),
  ...['0', '5', '999', '-5', '99999999999999999999', '(x)', '9 0 R'].map((length) =>
    fine(`a length of ${length}`, () => altered(whole(), (text) => text.replace(/\/Length \d+/, `/Length ${length}`))),
  ),
  fine('content of which parts are missing', () => pdfOf([{ content: '', entries: '/Contents [null 99 0 R 3 0 R 7 (x)]' }])),
  fine('an object twice', () =>
    altered(whole(), (text) => text.replace('xref\n', '5 0 obj\n<< /Length 3 >>\nstream\nBT \nendstream\nendobj\nxref\n')),
  ),
  fine('a later revision', () => revised(whole(), 5, stream('', line('newest')), 6), 'newest'),
]

export const BROKEN_TABLES: readonly Trouble[] = [
  fine('a container that says it is in itself', () =>
    withRows(
      container(3),
      [
        [0, 0, 0],
        [2, 3, 0],
        [2, 3, 1],
        [2, 3, 0],
        [1, 9 + container(3).length, 0],
      ],
      4,
    ),
  ),
  fine('containers that say they are in each other', () =>
    withRows(
      container(3) + container(4),
      [
        [0, 0, 0],
        [2, 3, 0],
        [2, 4, 1],
        [2, 4, 0],
        [2, 3, 0],
        [1, 9 + container(3).length + container(4).length, 0],
      ],
      5,
    ),
  ),
  fine('a container that extends itself', () =>
    withRows(
      container(3, '/Extends 3 0 R'),
      [
        [0, 0, 0],
        [2, 3, 0],
        [2, 3, 1],
        [1, 9, 0],
        [1, 9 + container(3, '/Extends 3 0 R').length, 0],
      ],
      4,
    ),
  ),
  fine('a table of noise', () =>
    withRows(
      container(3),
      [
        [77, 7, 7],
        [99, 3, 250],
        [255, 65_000, 1],
        [9, 9, 9],
      ],
      4,
    ),
  ),
  hopeless('objects in a container that is a page', () =>
    withRows(
      `3 0 obj\n<< /Type /Page ${A4} >>\nendobj\n`,
      [
        [0, 0, 0],
        [2, 3, 0],
        [2, 3, 1],
        [1, 9, 0],
        [1, 9 + 44, 0],
      ],
      4,
    ),
  ),
]
