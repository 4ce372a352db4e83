export const MAIL_TEXT_KINDS = ['invitation', 'documents', 'questions', 'closing'] as const
export type MailTextKind = (typeof MAIL_TEXT_KINDS)[number]

export const MAIL_TEXT_MAX = 1_000

export const PLACEHOLDERS = ['name', 'room', 'firm'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const FILLED = /\{(name|room|firm)\}/g

/** Mail programs make no links across this invisible character (ZWNJ). */
const BREAK = '\u200c'
const breakAt = (neighbour: string): string => (neighbour.trim() === '' ? '' : BREAK)

/** Invisible characters separate the values. */
export const mailParagraphs = (
  text: string,
  values: Readonly<Record<Placeholder, string>>,
): string[] =>
  text
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .filter(Boolean)
    .map((paragraph) =>
      paragraph.replace(FILLED, (found: string, name: Placeholder, at: number) => {
        const end = at + found.length
        return `${breakAt(paragraph.slice(Math.max(at - 1, 0), at))}${values[name]}${breakAt(paragraph.slice(end, end + 1))}`
      }),
    )
