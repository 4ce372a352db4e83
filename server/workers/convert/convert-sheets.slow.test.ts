import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EncryptedFolder } from '../../test/fixtures/encrypted-folder.ts'
import {
  columnName,
  makeWorkbook,
  type SheetToMake,
  type WorkbookToMake,
} from '../../test/fixtures/make-workbook.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { convertedOffice } from '../../test/fixtures/office-files.ts'
import { describeWith } from '../../test/harness/needs.ts'
import { officePaths } from '../../test/servers/office-programs.ts'
import { createRenderPool, type RenderPool, type TextRuns } from '../render/index.ts'
import { createConverter } from './index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const converter = createConverter({ paths: officePaths(), deadlineMs: 60_000, log: memoryLog() })
const missing = await converter.missingOfficeParts()

interface ConvertedPage {
  readonly width: number
  readonly height: number
  readonly text: string
  readonly runs: TextRuns['runs']
}

const A4_SIDES = [595, 842]
const across = ({ width, height }: ConvertedPage): boolean => width > height
const sides = ({ width, height }: ConvertedPage): number[] =>
  [width, height].map(Math.round).toSorted((a, b) => a - b)
function place(
  { runs }: ConvertedPage,
  word: string,
): { readonly left: number; readonly right: number } {
  const found = runs.find(({ text }) => text.trim() === word)
  if (!found) throw new Error(`${word} is not on the page`)
  return { left: found.x, right: found.x + found.width }
}

const numbered = (word: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')

describeWith('sheets on paper', missing, () => {
  const folder = new EncryptedFolder()
  let pool: RenderPool
  beforeAll(async () => {
    pool = await createRenderPool({ size: 1, log: memoryLog() })
  })
  afterAll(async () => {
    await pool.close()
    folder.remove()
  })

  async function pagesOf(workbook: WorkbookToMake): Promise<ConvertedPage[]> {
    const pdf = await convertedOffice(
      converter,
      'xlsx',
      await makeWorkbook(workbook),
      new AbortController().signal,
    )
    const source = folder.encrypt('pdf', pdf)
    const { pages } = await pool.inspect(source)
    const texts: ConvertedPage[] = []
    for (const [index, { width, height }] of pages.entries()) {
      const { runs } = await pool.pageText(source, index + 1)
      texts.push({
        width,
        height,
        runs,
        text: runs.map(({ text, eol }) => (eol ? `${text} ` : text)).join(''),
      })
    }
    return texts
  }

  const row = (number: number, values: readonly (string | number)[]): SheetToMake['cells'] =>
    Object.fromEntries(values.map((value, index) => [`${columnName(index + 1)}${number}`, value]))

  describe('of one workbook', () => {
    let pages: ConvertedPage[]
    const of = (word: string): ConvertedPage[] => pages.filter(({ text }) => text.includes(word))
    const all = (): string => pages.map(({ text }) => text).join('\n')

    beforeAll(async () => {
      const sixty = Array.from({ length: 60 }, (_, index) =>
        index === 0 ? 'ROWLABEL' : `WIDE${index}X`,
      )
      const widths = Object.fromEntries(sixty.map((_, index) => [index + 1, 14]))
      pages = await pagesOf({
        sheets: [
          {
            name: 'wide',
            cells: { ...row(1, sixty), ...row(2, ['SECONDLABEL', ...sixty.slice(1)]) },
            widths,
          },
          { name: 'fits', cells: row(1, [...sixty.slice(1, 13), 'LASTFIT']), widths },
          {
            name: 'narrow',
            cells: {
              A1: 'NARROWTITLE 물품 대금 결제 내역 제하나호',
              B1: 'beside',
              A2: 'spills over',
              A3: numbered('long', 60),
              B3: 'beside',
              B4: 12_345_678_901,
            },
            widths: { 1: 5, 2: 4 },
          },
          {
            name: 'rows',
            cells: {
              A1: 'SHOWNROW',
              B1: 1,
              A2: 'HIDDENROW',
              A3: 'FILTEREDROW 물품 대금 결제 내역 제하나호',
              B3: 1,
              A4: 'LASTROW',
            },
            hiddenRows: [2, 3],
            more: '<autoFilter ref="A1:B4"><filterColumn colId="0"><filters><filter val="SHOWNROW"/></filters></filterColumn></autoFilter>',
          },
          {
            name: 'columns',
            cells: row(1, [
              'HIDDENFIRST and more',
              'SHOWNCOLUMN',
              'HIDDENCOLUMN and more',
              'NEXTCOLUMN',
              'TINYCOLUMN and more',
              'END',
            ]),
            widths: { 5: 0.2 },
            hiddenColumns: [1, 3],
          },
          { name: 'hidden', state: 'hidden', cells: { A1: 'HIDDENSHEET' } },
          { name: 'very', state: 'veryHidden', cells: { A1: 'VERYHIDDEN' } },
          { name: 'empty', cells: {} },
          {
            name: 'beside',
            cells: { ...row(1, ['a', 5]), ...row(2, ['b', 7]), ...row(3, ['c', 3]) },
            chart: { column: 4, row: 2, width: 150, height: 75 },
          },
          {
            name: 'below',
            cells: Object.fromEntries(
              Array.from({ length: 70 }, (_, index) => [`A${index + 1}`, `BELOW${index}`]),
            ),
            chart: { column: 2, row: 50, width: 100, height: 90 },
          },
          {
            name: 'protected',
            cells: { A1: 'GUARDED 물품 대금 결제 내역 제하나호', B1: 'beside' },
            widths: { 1: 5 },
            more: '<sheetProtection password="CC1A" sheet="1" objects="1" scenarios="1"/>',
          },
          {
            name: 'letter',
            cells: { A1: 'LETTERSHEET' },
            more: '<pageSetup paperSize="1" orientation="portrait"/>',
          },
        ],
      })
    })

    it('are A4, for any paper size of the document or none', () => {
      expect(pages.map(sides)).toEqual(pages.map(() => A4_SIDES))
      expect(of('LETTERSHEET').map(across)).toEqual([false])
    })

    it('have no empty page', () => {
      expect(pages.filter(({ text }) => text.trim() === '')).toEqual([])
    })

    it('are as wide as one page where that can be read', () => {
      const [page, ...others] = of('LASTFIT')
      expect(others).toEqual([])
      expect(page?.text).toContain('WIDE1X')
    })

    it('show the first column on each of the pages side by side that a wider one has', () => {
      const wide = of('ROWLABEL')
      expect(wide.length).toBeGreaterThan(1)
      expect(wide.length).toBeLessThan(9)
      for (const { text } of wide) expect(text).toContain('SECONDLABEL')
      for (let index = 1; index < 60; index += 1)
        expect(wide.filter(({ text }) => text.includes(`WIDE${index}X`))).toHaveLength(1)
    })

    it('show the whole of a text and of a number for which the column is too narrow', () => {
      const [page] = of('NARROWTITLE 물품 대금 결제 내역 제하나호')
      if (!page) throw new Error('the text is not whole')
      expect(place(page, '제하나호').right).toBeLessThan(place(page, 'beside').left)
      expect(
        page.runs
          .filter(({ text }) => text.startsWith('long'))
          .every(({ x, width }) => x + width < place(page, 'beside').left),
      ).toBe(true)
      expect(all()).toContain('12345678901')
      expect(all()).not.toContain('###')
      for (let index = 0; index < 60; index += 1) expect(all()).toContain(`long${index}`)
    })

    it('do so on a sheet that is protected against changes', () => {
      const [page] = of('GUARDED 물품 대금 결제 내역 제하나호')
      if (!page) throw new Error('the text is not whole')
      expect(place(page, '제하나호').right).toBeLessThan(place(page, 'beside').left)
    })

    it('show no hidden sheet, row or column, nor one made too narrow to be seen', () => {
      for (const shown of ['SHOWNROW', 'LASTROW', 'SHOWNCOLUMN', 'NEXTCOLUMN', 'END'])
        expect(all()).toContain(shown)
      for (const word of ['HIDDEN', 'FILTERED']) expect(all()).not.toContain(word)
      const [page] = of('SHOWNCOLUMN')
      expect(page && place(page, 'END').left - place(page, 'NEXTCOLUMN').right).toBeLessThan(15)
    })

    it('keep a chart on one page, next to its numbers or across the end of a page', () => {
      const heads = of('CHARTHEAD')
      expect(heads).toHaveLength(2)
      expect(of('CHARTFOOT')).toEqual(heads)
    })
  })

  it('print what is in use of a sheet with one cell in each far corner', async () => {
    const pages = await pagesOf({
      sheets: [{ name: 'far', cells: { A1: 'NEARCORNER', XFD1048576: 'FARCORNER' } }],
    })
    expect(pages.map(({ text }) => text.trim())).toEqual(['NEARCORNER', 'FARCORNER'])
  })

  it('keep what the document says of its print: area, rows and columns that are repeated', async () => {
    const lines = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`A${index + 2}`, `LINE${index}X`]),
    )
    const pages = await pagesOf({
      sheets: [
        { name: 'titled', cells: { A1: 'REPEATEDHEAD', ...lines } },
        { name: 'area', cells: { A1: 'INSIDE', A9: 'ALSOINSIDE', A10: 'OUTSIDE', C1: 'OUTSIDE' } },
      ],
      names: `<definedName name="_xlnm.Print_Titles" localSheetId="0">titled!$1:$1</definedName><definedName name="_xlnm.Print_Area" localSheetId="1">area!$A$1:$A$9</definedName>`,
    })
    const titled = pages.filter(({ text }) => /LINE\d+X/.test(text))
    expect(titled.length).toBeGreaterThan(1)
    for (const { text } of titled) expect(text).toContain('REPEATEDHEAD')
    const rest = pages.filter((page) => !titled.includes(page)).map(({ text }) => text.trim())
    expect(rest).toEqual([expect.stringMatching(/^INSIDE\s+ALSOINSIDE$/)])
  })
})
