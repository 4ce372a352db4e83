import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PageArea, PageLink, PageLinks } from '../protocol.ts'

export function pageLinks(
  annotated: readonly PageLink[],
  written: readonly PageLink[],
): Pick<PageLinks, 'links' | 'cut'> {
  const links = [
    ...annotated,
    ...written.filter(({ rect }) => !annotated.some((link) => covers(link.rect, rect))),
  ]
  return { links: links.slice(0, LIMITS.linksPerPage), cut: links.length > LIMITS.linksPerPage }
}

function covers(over: PageArea, under: PageArea): boolean {
  const [x, y] = [under.x + under.width / 2, under.y + under.height / 2]
  return x >= over.x && x <= over.x + over.width && y >= over.y && y <= over.y + over.height
}
