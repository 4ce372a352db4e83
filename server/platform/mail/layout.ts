import { escapeHtml } from '../html/escape-html.ts'

export interface MailFact {
  readonly label: string
  readonly value: string
  readonly code?: true
}

export interface MailContent {
  readonly greeting?: string
  readonly paragraphs: readonly string[]
  readonly facts?: readonly MailFact[]
  readonly sections?: readonly { readonly title: string; readonly text: string }[]
  readonly link?: { readonly label: string; readonly url: string }
  readonly footer: string
  readonly footerLink?: { readonly label: string; readonly url: string }
}

/** Empty or null values mean the product's default. */
export interface MailStyle {
  readonly firm: string
  readonly accent: string | null
  readonly accentDark: string | null
  readonly sender: string
  readonly replyTo: string
  readonly footer: string
  readonly introduction: readonly string[]
}

type Look = Pick<MailStyle, 'firm' | 'accent' | 'accentDark' | 'footer' | 'introduction'>

const STANDARD_LOOK: Look = {
  firm: '',
  accent: null,
  accentDark: null,
  footer: '',
  introduction: [],
}

const BRAND = { ko: '씰룸', en: 'Sealroom' }

/** Mail programs do not support OKLCH. */
const COLOR = {
  ground: '#f3f5f8',
  surface: '#ffffff',
  line: '#dee2e7',
  ink: '#19202a',
  ink2: '#4c535e',
  ink3: '#656c76',
  primary: '#1f4274',
  onPrimary: '#ffffff',
  seal: '#c52d23',
}
const DARK: typeof COLOR = {
  ground: '#11161e',
  surface: '#1a202a',
  line: '#323943',
  ink: '#e9ebef',
  ink2: '#b0b6be',
  ink3: '#949aa3',
  primary: '#8fb4e8',
  onPrimary: '#0f1a2c',
  seal: '#e2594c',
}

const darkStyle = ({ accentDark, firm }: Look): string => {
  const primary = accentDark ?? DARK.primary
  const rules = [
    `.ground{background:${DARK.ground}!important}`,
    `.surface{background:${DARK.surface}!important;border-color:${DARK.line}!important}`,
    `.line{border-color:${DARK.line}!important}`,
    `.ink{color:${DARK.ink}!important}`,
    `.ink2{color:${DARK.ink2}!important}`,
    `.ink3{color:${DARK.ink3}!important}`,
    `.code{color:${primary}!important}`,
    `.action{background:${primary}!important;color:${DARK.onPrimary}!important}`,
    `.seal{background:${firm ? primary : DARK.seal}!important}`,
  ]
  return `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`
}

const FONT =
  "Pretendard,-apple-system,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif"
const MONO = "ui-monospace,SFMono-Regular,Consolas,'Liberation Mono',monospace"

/**
 * Mails have no remote content. Markup is escaped; invisible and direction-changing characters are dropped.
 * @throws TypeError if the link is not http or https.
 */
export function layoutMail(
  content: MailContent,
  language: 'ko' | 'en',
  look: Look = STANDARD_LOOK,
) {
  for (const link of [content.link, content.footerLink])
    if (link && !/^https?:$/.test(new URL(link.url).protocol))
      throw new TypeError('the link of a mail must be http or https')
  // The room's text never replaces the product's.
  const paragraphs = [...look.introduction, ...content.paragraphs]
  const shown = {
    ...content,
    paragraphs,
    footer: look.footer ? `${look.footer}\n\n${content.footer}` : content.footer,
  }
  // The outbox lays the content out again in the look of the room.
  return { text: asText(shown), html: asHtml(shown, language, look), content }
}

function asText({
  greeting,
  paragraphs,
  facts = [],
  sections = [],
  link,
  footer,
  footerLink,
}: MailContent): string {
  const blocks = [
    ...(greeting ? [oneLine(greeting)] : []),
    ...paragraphs.map(lines),
    ...(facts.length > 0
      ? [facts.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join('\n')]
      : []),
    ...sections.map(({ title, text }) => `${oneLine(title)}\n${lines(text)}`),
    ...(link ? [`${oneLine(link.label)}\n${new URL(link.url).href}`] : []),
    `--\n${lines(footer)}`,
    ...(footerLink ? [`${oneLine(footerLink.label)}\n${new URL(footerLink.url).href}`] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

function asHtml(content: MailContent, language: 'ko' | 'en', look: Look): string {
  const { greeting, paragraphs, facts = [], sections = [], link, footer, footerLink } = content
  const primary = look.accent ?? COLOR.primary
  const body = [
    ...(greeting
      ? [`<p style="margin:0 0 16px;font-weight:600">${escapeHtml(oneLine(greeting))}</p>`]
      : []),
    ...paragraphs.map(
      (paragraph) =>
        `<p style="margin:0 0 16px">${escapeHtml(lines(paragraph)).replaceAll('\n', '<br>')}</p>`,
    ),
    ...(facts.length > 0 ? [factTable(facts, primary)] : []),
    ...sections.map(({ title, text }) => section(title, text)),
    ...(link ? [button(link.label, new URL(link.url).href, primary)] : []),
  ]
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">${darkStyle(look)}</head>
<body class="ground ink" style="margin:0;background:${COLOR.ground};color:${COLOR.ink};font:15px/1.65 ${FONT};word-break:keep-all;overflow-wrap:anywhere">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${COLOR.ground}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px">${brand(look.firm || BRAND[language], look.firm ? primary : COLOR.seal)}</td></tr>
<tr><td class="surface ink" style="padding:32px 28px 24px;background:${COLOR.surface};border:1px solid ${COLOR.line};border-radius:8px;color:${COLOR.ink};font:15px/1.65 ${FONT}">
${body.join('\n')}
</td></tr>
<tr><td class="ink3" style="padding:16px 4px 0;color:${COLOR.ink3};font:13px/1.6 ${FONT}">${escapeHtml(lines(footer)).replaceAll('\n', '<br>')}${footerLink ? underFooter(footerLink) : ''}</td></tr>
</table></td></tr></table></body></html>
`
}

const brand = (name: string, color: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td class="seal" width="18" height="18" style="width:18px;height:18px;border-radius:4px;background:${color};font-size:0;line-height:0">&nbsp;</td>
<td class="ink" style="padding-left:8px;color:${COLOR.ink};font:600 15px/18px ${FONT}">${escapeHtml(oneLine(name))}</td>
</tr></table>`

function factTable(facts: readonly MailFact[], primary: string): string {
  const rows = facts.map(({ label, value, code }) => {
    const style = code
      ? `font:600 18px/1.5 ${MONO};letter-spacing:.04em;color:${primary}`
      : `font:15px/1.65 ${FONT};color:${COLOR.ink}`
    return `<tr>
<td valign="baseline" class="line ink2" style="padding:10px 20px 10px 0;border-top:1px solid ${COLOR.line};white-space:nowrap;color:${COLOR.ink2};font:14px/1.65 ${FONT}">${escapeHtml(oneLine(label))}</td>
<td valign="baseline" width="100%" class="line ${code ? 'code' : 'ink'}" style="padding:10px 0;border-top:1px solid ${COLOR.line};${style}">${escapeHtml(oneLine(value))}</td>
</tr>`
  })
  return `<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-bottom:1px solid ${COLOR.line}">${rows.join('')}</table>`
}

const section = (title: string, text: string) =>
  `<h2 style="margin:0 0 4px;font:600 15px/1.65 ${FONT}">${escapeHtml(oneLine(title))}</h2>
<p class="ink2" style="margin:0 0 20px;color:${COLOR.ink2};font:14px/1.65 ${FONT}">${escapeHtml(lines(text)).replaceAll('\n', '<br>')}</p>`

const button = (label: string, url: string, primary: string) =>
  `<p style="margin:0 0 8px"><a href="${escapeHtml(url)}" class="action" style="display:inline-block;padding:11px 20px;border-radius:6px;background:${primary};color:${COLOR.onPrimary};font-weight:600;text-decoration:none">${escapeHtml(oneLine(label))}</a></p>
<p class="ink3" style="margin:0 0 8px;color:${COLOR.ink3};font:13px/1.6 ${FONT};word-break:break-all">${escapeHtml(url)}</p>`

const underFooter = ({ label, url }: { readonly label: string; readonly url: string }) =>
  `<br><a href="${escapeHtml(new URL(url).href)}" class="ink3" style="color:${COLOR.ink3};text-decoration:underline">${escapeHtml(oneLine(label))}</a>`

/** Some characters hide or reverse text. */
const lines = (text: string) =>
  text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{C}\n\u200c\u200d]/gu, '')

const oneLine = (text: string) => lines(text).replace(/\s+/g, ' ').trim()
