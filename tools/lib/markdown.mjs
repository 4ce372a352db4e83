/** GitHub forms slugs so. */
const slug = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

export function readMarkdown(text) {
  const spans = []
  const fenced = []
  const links = []
  const anchors = new Set()
  let fence
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    const mark = content.match(/^\s*(`{3,}|~{3,})/)?.[1]
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined
    } else if (fence !== undefined) {
      fenced.push({ line, text: content })
    } else {
      const heading = content.match(/^#{1,6}\s+(.*)$/)?.[1]
      if (heading !== undefined) anchors.add(slug(heading))
      for (const [, code] of content.matchAll(/`([^`]+)`/g)) spans.push({ line, text: code })
      const prose = content.replace(/`[^`]+`/g, '')
      for (const match of prose.matchAll(
        /\]\(<?([^)\s>]+)>?[^)]*\)|^\s*\[[^\]]+\]:\s*(\S+)|\b(?:src|href)="([^"]+)"/g,
      )) {
        links.push({ line, text: match[1] ?? match[2] ?? match[3] })
      }
    }
  }
  return { spans, fenced, links, anchors }
}
