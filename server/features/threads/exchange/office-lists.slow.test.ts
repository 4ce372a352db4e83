import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWith } from '../../../test/harness/needs.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { listed, opened } from '../../../test/scenarios/threads.ts'
import { hasOffice, inOfficeSandbox } from '../../../test/servers/office-programs.ts'

const cell = (text: string, formula = ''): string =>
  `<table:table-cell ${formula} office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
const number = (value: number, formula = ''): string =>
  `<table:table-cell ${formula} office:value-type="float" office:value="${value}"/>`
const day = (value: string, formula = ''): string =>
  `<table:table-cell table:style-name="day" ${formula} office:value-type="date" office:date-value="${value}"/>`
const empty = (rows: number): string =>
  `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell/></table:table-row>`
const row = (...cells: readonly string[]): string =>
  `<table:table-row>${cells.join('')}</table:table-row>`

const LIST = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"
  xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
  <number:date-style style:name="D"><number:year number:style="long"/><number:text>년 </number:text><number:month/><number:text>월 </number:text><number:day/><number:text>일</number:text></number:date-style>
  <style:style style:name="day" style:family="table-cell" style:data-style-name="D"/>
</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="요청목록">
${row('<table:table-cell table:number-columns-spanned="5" office:value-type="string"><text:p>한빛테크 자료요청목록</text:p></table:table-cell>')}
${empty(2)}
${row(cell('번호'), cell('요청자료명'), cell('상세 내용'), cell('중요도'), cell('제출 기한'))}
${row(number(1), cell('재무제표', 'table:formula="of:=&quot;재무&quot;&amp;&quot;제표&quot;"'), cell('최근 3년</text:p><text:p>별도, 연결'), cell('상'), day('2026-12-01'))}
${empty(3)}
${row(number(2, 'table:formula="of:=[.A5]+1"'), cell('똠방각하 계약서'), cell(''), cell(''), day('2026-12-15', 'table:formula="of:=[.E5]+14"'))}
</table:table></office:spreadsheet></office:body></office:document>`

const csv = (encoding: number, separator = 44): string =>
  `csv:Text - txt - csv (StarCalc):${separator},34,${encoding},1,,0,false,true,false`

const extensionOf = (format: string): string => format.split(':')[0] ?? ''

const savedAs = (format: string): Promise<Buffer> =>
  inOfficeSandbox(
    `cat > list.fods
for round in 1 2; do "$1" -env:UserInstallation=file:///work/profile --headless --convert-to '${format}' list.fods >&2; done
cat list.${extensionOf(format)}`,
    Buffer.from(LIST),
  )

describeWith(
  'lists that LibreOffice writes',
  hasOffice() ? [] : ['libreoffice', 'bubblewrap'],
  () => {
    let app: TestApp
    beforeAll(async () => {
      app = await startTestApp()
    })
    afterAll(() => app.close())

    it.each([
      ['a workbook', 'xlsx'],
      ['CSV in UTF-8', csv(76)],
      ['CSV in UTF-16', csv(65_535)],
      ['CSV in CP949', csv(62)],
      ['CSV with tabs in CP949', csv(62, 9)],
      ['CSV with semicolons', csv(76, 59)],
    ])('reads all that %s says', async (_, format) => {
      const room = await app.room()
      const bidder = await app.participant(room)
      await moveInto(room, await newGroup(room, '매수인', 'view'), [bidder])
      const form = new FormData()
      for (const [field, value] of Object.entries({ roomId: String(room.roomId), apply: 'true' }))
        form.append(field, value)
      form.append(
        'file',
        new Blob([new Uint8Array(await savedAs(format))]),
        `list.${extensionOf(format)}`,
      )
      const { json } = await bidder.client.call('POST', '/room/api/thread/import', { form })
      expect(json.payload).toMatchObject({
        isApplied: true,
        counts: { new: 2, changed: 0, same: 0, error: 0 },
      })
      const threads = await listed(bidder.client, { sort: 'number' })
      expect(threads).toMatchObject([
        { number: 'R-001', title: '재무제표', priority: 'HIGH', due: '2026-12-01' },
        { number: 'R-002', title: '똠방각하 계약서', priority: 'NORMAL', due: '2026-12-15' },
      ])
      expect((await opened(bidder.client, threads[0]?.id ?? '')).entries[0]?.text).toBe(
        '최근 3년\n별도, 연결',
      )
    })
  },
)
