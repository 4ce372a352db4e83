import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeZip } from '../../../test/fixtures/made-files.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { fieldParts, postParts } from '../../../test/harness/multipart.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { pdf } from '../../../test/scenarios/documents/uploading.ts'

const NO_PDF = new TextEncoder().encode('<html>no pdf</html>')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('an upload that is fine', () => {
  it('stores the good ones of a mixture and says why not the others, in the language asked for [upload-mixture]', async () => {
    for (const [language, texts] of [
      [
        'ko',
        [
          '허용되지 않은 확장자입니다.',
          '파일 내용이 확장자와 다릅니다.',
          '빈 파일입니다.',
          '파일 이름을 사용할 수 없습니다.',
          '폴더가 너무 깊습니다.',
        ],
      ],
      [
        'en-GB,en;q=0.9,ko;q=0.1',
        [
          'This extension is not allowed.',
          'The content does not match the extension.',
          'The file is empty.',
          'This file name cannot be used.',
          'The folders are nested too deeply.',
        ],
      ],
    ] as const) {
      const room = await app.room()
      const answer = await postParts(
        room.operator,
        [
          pdf('virus.pdf.exe'),
          pdf('좋음.pdf'),
          pdf('page.pdf', NO_PDF),
          pdf('empty.pdf', new Uint8Array()),
          pdf('fdp\u202Eexe.pdf'),
          pdf(`${'d/'.repeat(61)}deep.pdf`),
          ...fieldParts(room.operator),
        ],
        { language },
      )
      expect(answer.http).toBe(200)
      expect(answer.json.payload).toMatchObject([{ name: '좋음.pdf' }])
      expect(answer.json.rejected).toEqual([
        { name: 'virus.pdf.exe', reason: texts[0], code: 'EXTENSION' },
        { name: 'page.pdf', reason: texts[1], code: 'CONTENT' },
        { name: 'empty.pdf', reason: texts[2], code: 'EMPTY' },
        { name: 'fdp\u202Eexe.pdf', reason: texts[3], code: 'NAME' },
        { name: `${'d/'.repeat(61)}deep.pdf`, reason: texts[4], code: 'DEPTH' },
      ])
      expect(await holdings(app, room.roomId)).toMatchObject({
        items: 1,
        versions: 1,
        entries: 1,
        temp: 0,
      })
    }
  })

  it.each([
    [
      'ko',
      '매크로가 들어 있는 파일은 업로드할 수 없습니다. 매크로 없이 저장해 주세요.',
      '너무 오래된 형식이라 지원하지 않습니다. 최신 형식으로 저장해 주세요.',
    ],
    [
      'en',
      'Files containing macros are not allowed. Please save the file without macros.',
      'This format is too old and not supported. Please save the file in a current format.',
    ],
  ])('says of macros and of old formats what they are: %s', async (language, macros, old) => {
    const room = await app.room()
    const parts = ['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin'].map((name) => ({
      name,
    }))
    const files = [
      pdf('표.xlsx', makeZip(parts)),
      pdf('표.xls', Buffer.from('09040600000410000000', 'hex')),
    ]
    const answer = await expectNothingChanged(app, room.roomId, () =>
      postParts(room.operator, [...files, ...fieldParts(room.operator)], { language }),
    )
    expect(answer).toMatchObject({ http: 415, json: { code: 'TYPE_REFUSED' } })
    expect(answer.json.rejected).toEqual([
      { name: '표.xlsx', reason: macros, code: 'MACROS' },
      { name: '표.xls', reason: old, code: 'OLD_FORMAT' },
    ])
  })
})
