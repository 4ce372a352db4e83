import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { messageMails } from '../../test/scenarios/message-mails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a message to the operators', () => {
  it('goes to each of them by itself, says who writes, and to nobody else [operators-mailed]', async () => {
    const room = await app.room()
    const second = await app.participant(room, '박운영')
    await room.operator.setRole(second.memberId, 4)
    const reader = await app.participant(room, '이참여')
    await app.participant(room, '최참여')
    const answer = await reader.client.message('sendByUser', {
      title: '질문이 있습니다',
      content: '첫 줄\n<b>둘째</b> 줄',
    })
    expect(answer.json).toEqual({ status: 'OK', payload: null })
    const mails = await messageMails(app, '질문이 있습니다')
    expect(mails.map(({ to }) => to)).toEqual(
      expect.arrayContaining([[room.operator.me.email], [second.email]]),
    )
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail.subject).toBe('[시험 룸] 질문이 있습니다')
      expect(mail.text).toContain('첫 줄\n<b>둘째</b> 줄')
      expect(mail.html).toContain('&lt;b&gt;둘째&lt;/b&gt;')
      expect(mail.text).toContain(`이참여 (${reader.email})`)
      for (const other of [room.operator.me.email, second.email])
        if (!mail.to.includes(other)) expect(mail.source).not.toContain(other)
    }
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'message.sent')).toHaveLength(
      1,
    )
  })

  it('names a document and leads to it, only one that the sender sees', async () => {
    const room = await app.room()
    const foreign = await (await app.room()).operator.put('남의 문서.pdf', makePdf(1))
    const itemId = await room.operator.put('계약서.pdf', makePdf(1))
    const { client } = await app.participant(room)
    const answer = await client.message('sendByUser', {
      title: '문서 질문',
      content: '3쪽',
      itemId,
    })
    expect(answer.http).toBe(200)
    const [mail] = await messageMails(app, '문서 질문')
    expect(mail?.text).toContain('계약서.pdf')
    expect(mail?.text).toContain(`http://room.test/?doc=${itemId}&room=${room.roomNo}\n`)
    const refused = await client.message('sendByUser', {
      title: '남의 것',
      content: '?',
      itemId: foreign,
    })
    expect(refused.http).toBe(404)
    await room.operator.deleteItem(itemId)
    expect(
      (await client.message('sendByUser', { title: '지운 것', content: '?', itemId })).http,
    ).toBe(404)
    expect(await messageMails(app, '남의 것')).toEqual([])
    expect(await messageMails(app, '지운 것')).toEqual([])
  })

  it('believes no sender but the session', async () => {
    const room = await app.room()
    const { client } = await app.participant(room)
    const { roleId, roomId, userId } = client.me
    const others = [
      { roleId: 4, roomId, userId },
      { roleId, roomId: roomId + 1, userId },
      { roleId, roomId, userId: room.operator.me.userId },
    ]
    for (const sender of others)
      expect(
        (await client.message('sendByUser', { title: '위조', content: '?', sender })).http,
      ).toBe(404)
    expect(await messageMails(app, '위조')).toEqual([])
  })

  it('misses the title first, then the content, then somebody to write to [operators-order]', async () => {
    const room = await app.room()
    const codes: (string | undefined)[] = []
    for (const [title, content] of [
      [' ', ' '],
      ['제목', '\n '],
      ['제목', '내용'],
    ])
      codes.push((await room.operator.message('sendByUser', { title, content })).json.code)
    expect(codes).toEqual(['TITLE_MISSING', 'CONTENT_MISSING', 'NO_RECIPIENTS'])
    const { client } = await app.participant(room)
    expect(
      (await client.message('sendByUser', { title: '가'.repeat(201), content: '내용' })).http,
    ).toBe(400)
    expect(
      (await client.message('sendByUser', { title: '제목', content: '가'.repeat(10_001) })).http,
    ).toBe(400)
    for (const title of [
      '제목\r\nBcc: eve@evil.example',
      '제목\u2028둘째 줄',
      '제목\u202e뒤집힘',
      '\u2066제목',
    ])
      expect((await client.message('sendByUser', { title, content: '내용' })).http).toBe(400)
  })

  it.each([
    ['U+2028', '\u2028'],
    ['U+2029', '\u2029'],
  ])(
    'has no separator of lines %s in its title, and one of the content is an ordinary line break in the mail',
    async (_, separator) => {
      const room = await app.room()
      const { client } = await app.participant(room)
      const [before, title] = [
        (await app.logged(room.roomId)).length,
        `구분 ${separator.codePointAt(0)}`,
      ]
      const broken = `${title}${separator}둘째 줄`
      expect((await client.message('sendByUser', { title: broken, content: '내용' })).http).toBe(
        400,
      )
      const recipients = [{ email: client.me.email }]
      for (const call of ['sendByManager', 'attachFileMail'] as const)
        expect(
          (await room.operator.message(call, { subject: broken, content: '내용', recipients }))
            .http,
        ).toBe(400)
      expect(await app.logged(room.roomId)).toHaveLength(before)
      expect(await messageMails(app, title)).toEqual([])

      expect(
        (
          await client.message('sendByUser', {
            title: `${title}${separator}`,
            content: `첫 줄${separator}둘째 줄`,
          })
        ).http,
      ).toBe(200)
      const [mail] = await messageMails(app, title)
      expect(mail?.subject).toBe(`[시험 룸] ${title}`)
      expect(mail?.text).toContain('첫 줄\n둘째 줄')
      expect(mail?.html).toContain('첫 줄<br>둘째 줄')
      for (const part of [mail?.subject, mail?.text, mail?.html])
        expect(part).not.toContain(separator)
    },
  )

  it('is throttled: 20 in ten minutes, for any outcome', async () => {
    const room = await app.room()
    const { client } = await app.participant(room)
    for (let count = 0; count < 20; count += 1)
      await client.message('sendByUser', { title: '', content: '' })
    const answer = await client.message('sendByUser', { title: '스물하나', content: '내용' })
    expect(answer).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
    expect(answer.headers.get('retry-after')).not.toBeNull()
    expect(await messageMails(app, '스물하나')).toEqual([])
    app.clock.advance(600_000)
    expect((await client.message('sendByUser', { title: '다시', content: '내용' })).http).toBe(200)
  })
})
