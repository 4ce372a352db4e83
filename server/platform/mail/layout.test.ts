import { describe, expect, it } from 'vitest'
import { layoutMail } from './layout.ts'

const content = {
  greeting: '김민수 님께',
  paragraphs: ['초대되었습니다.\n둘째 줄', '셋째'],
  facts: [
    { label: '데이터룸', value: '한빛 M&A' },
    { label: 'PIN', value: '482-13-59027461834', code: true as const },
  ],
  link: { label: '입장하기', url: 'https://room.example/?a=1&b=2' },
  footer: '이 메일은 자동으로 발송되었습니다.',
}

describe('layoutMail', () => {
  it('says everything in the text and in the HTML, in the given language', () => {
    const { text, html } = layoutMail(content, 'ko')
    expect(text).toBe(
      '김민수 님께\n\n초대되었습니다.\n둘째 줄\n\n셋째\n\n데이터룸: 한빛 M&A\nPIN: 482-13-59027461834\n\n입장하기\nhttps://room.example/?a=1&b=2\n\n--\n이 메일은 자동으로 발송되었습니다.\n',
    )
    for (const part of [
      '김민수 님께',
      '초대되었습니다.<br>둘째 줄',
      '한빛 M&amp;A',
      '482-13-59027461834',
      '입장하기',
      content.footer,
      'lang="ko"',
      '씰룸',
    ]) {
      expect(html).toContain(part)
    }
    expect(html).toContain('href="https://room.example/?a=1&amp;b=2"')
    expect(layoutMail(content, 'en').html).toContain('Sealroom')
  })

  it('puts a longer text below the facts, each part under its heading', () => {
    const { text, html } = layoutMail(
      { ...content, sections: [{ title: '비밀\n유지', text: '<b>첫째</b>\n둘째' }] },
      'ko',
    )
    expect(text).toContain('PIN: 482-13-59027461834\n\n비밀 유지\n<b>첫째</b>\n둘째\n\n입장하기\n')
    expect(html).toMatch(
      /<h2 [^>]*>비밀 유지<\/h2>\s*<p [^>]*>&lt;b&gt;첫째&lt;\/b&gt;<br>둘째<\/p>/,
    )
  })

  it('loads nothing from anywhere', () => {
    const { html } = layoutMail(content, 'ko')
    expect(html).not.toMatch(
      /<(img|script|link|iframe|object|svg|form)|\bsrc=|\bbackground=|url\(|@import|@font-face/i,
    )
    expect(html.match(/https?:[^"<]*/g)).toEqual([
      'https://room.example/?a=1&amp;b=2',
      'https://room.example/?a=1&amp;b=2',
    ])
  })

  it('has a dark look of its own, in which every colour of the light one is another', () => {
    const { html } = layoutMail(
      { ...content, sections: [{ title: '비밀유지', text: '비밀정보입니다.' }] },
      'ko',
    )
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    const dark = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html)?.[1] ?? ''
    const light = html.slice(html.indexOf('<body'))
    const coloured = [
      ...light.matchAll(
        /<\w+ [^>]*?(?:class="([^"]*)")?[^>]*style="[^"]*(?:background|(?<!-)color):#[^>]*>/g,
      ),
    ]
    expect(coloured.length).toBeGreaterThan(8)
    for (const [element] of coloured) {
      const classes = /class="([^"]*)"/.exec(element)?.[1]?.split(' ') ?? []
      if (/[^-]color:#/.test(element))
        expect({
          element,
          isDark: classes.some((name) => dark.includes(`.${name}{color`) || name === 'action'),
        }).toMatchObject({
          isDark: true,
        })
      if (/background:#/.test(element))
        expect({
          element,
          isDark: classes.some((name) => dark.includes(`.${name}{background`)),
        }).toMatchObject({ isDark: true })
    }
  })

  it('shows markup as text wherever it stands', () => {
    const evil = `"><img src=x onerror=alert(1)>'&{{7*7}}`
    const { html, text } = layoutMail(
      {
        greeting: evil,
        paragraphs: [evil],
        facts: [{ label: evil, value: evil }],
        link: { label: evil, url: `https://room.example/${evil}` },
        footer: evil,
      },
      'en',
    )
    expect(html).not.toContain('<img')
    expect(html.match(/onerror/g)).toHaveLength(8)
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;{{7*7}}')
    expect(text).toContain(evil)
  })

  it('lets a value start no line of its own, and drops characters that hide or turn text', () => {
    const { text } = layoutMail(
      {
        paragraphs: ['a\u202eb\u0007c'],
        facts: [{ label: '이름', value: 'Kim\r\nPIN: 1\u2028x\u200b' }],
        footer: 'f',
      },
      'ko',
    )
    expect(text).toBe('abc\n\n이름: Kim PIN: 1 x\n\n--\nf\n')
  })

  it('refuses a link that is none', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'room.example', '']) {
      expect(() => layoutMail({ ...content, link: { label: 'x', url } }, 'ko')).toThrow(TypeError)
    }
  })
})
