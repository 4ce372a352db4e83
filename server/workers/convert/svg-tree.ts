export interface SvgElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: SvgElement[]
  text: string
}

const MAX_DEPTH = 200
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(\/?)([A-Za-z][\w:.-]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|[^<]+/g
const ATTRIBUTE = /([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Skips entities, style sheets and malformed parts. @throws RangeError if nested too deeply */
export function parseSvg(source: string): SvgElement {
  const root: SvgElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [root]
  for (const [token, closing, name, attributes = '', selfClosing] of source.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (name === undefined) {
      if (!token.startsWith('<')) parent.text += unescapeXml(token)
    } else if (closing) {
      if (parent.name === name && open.length > 1) open.pop()
    } else {
      const element: SvgElement = {
        name,
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      }
      parent.children.push(element)
      if (!selfClosing && open.push(element) > MAX_DEPTH)
        throw new RangeError('the page is nested too deeply')
    }
  }
  return root
}

function attributesOf(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name,
      unescapeXml(double ?? single ?? ''),
    ]),
  )
}

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
