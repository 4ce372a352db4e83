import type { RenderFailure } from '../../workers/render/render-error.ts'

/** A PDF with a trouble of its own, and what becomes of it. */
export interface Trouble {
  readonly name: string
  /** Made anew for each use: some are large. */
  readonly pdf: () => Buffer | Promise<Buffer>
  /** What opening it comes to. */
  readonly opens: 'READY' | RenderFailure
  /** What page 1 comes to, where it opens. TIMEOUT stands for CRASHED, too: which of both comes first is the machine's affair. */
  readonly page?: RenderFailure
  /** What a download with the reader's mark is; `pictures`: stamped, but for pages that are pictures; `refused` where there is none. */
  readonly copy: 'stamped' | 'pictures' | 'images' | 'refused'
  /** Words that the text of page 1 has, and that a search finds. */
  readonly words?: string
  /** Opens it where it is locked. */
  readonly password?: string
}

/** What stands in a file and must not be in any copy of it, however packed. */
export const SECRET = 'CLEANSECRET'

/** One that is shown, and stamped. */
export const fine = (name: string, pdf: Trouble['pdf'], words?: string): Trouble => ({
  name,
  pdf,
  opens: 'READY',
  copy: 'stamped',
  ...(words === undefined ? {} : { words }),
})

/** One that is shown, but not understood well enough to be stamped. */
export const drawn = (name: string, pdf: Trouble['pdf'], words?: string): Trouble => ({ ...fine(name, pdf, words), copy: 'images' })

/** One that is shown, and of which a page is not understood well enough to be stamped. */
export const pictured = (name: string, pdf: Trouble['pdf'], words?: string): Trouble => ({ ...fine(name, pdf, words), copy: 'pictures' })

/** One that opens, but whose first page fails. */
export const pageless = (name: string, pdf: Trouble['pdf'], page: RenderFailure): Trouble => ({
  ...fine(name, pdf),
  page,
  copy: 'refused',
})

/** One of which nothing is shown, and no copy is made. */
export const hopeless = (name: string, pdf: Trouble['pdf'], opens: RenderFailure = 'BROKEN'): Trouble => ({
  name,
  pdf,
  opens,
  copy: 'refused',
})
