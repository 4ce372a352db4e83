import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { builtFont } from '../../platform/fonts/built-font.ts'

const FC_LIST = '/usr/bin/fc-list'
const WITHIN_MS = 1_500
const MAX_BYTES = 2 ** 24
const SANDBOXED = '/usr/share/fonts/'

export type OfficeFace = 'Calibri' | 'Cambria' | 'Korean' | 'Japanese' | 'Chinese'

interface OfficeFont {
  readonly face: OfficeFace
  /** A face needs one family with its widths, or one font for all languages. */
  readonly families?: readonly string[]
  readonly languages?: readonly string[]
  readonly isBuilt?: () => boolean
}

const FACES: readonly OfficeFont[] = [
  { face: 'Calibri', families: ['Carlito', 'Calibri'] },
  { face: 'Cambria', families: ['Caladea', 'Cambria'] },
  {
    face: 'Korean',
    languages: ['ko'],
    isBuilt: () => fs.existsSync(builtFont('NotoSansKR-Regular')),
  },
  { face: 'Japanese', languages: ['ja'] },
  { face: 'Chinese', languages: ['zh-cn'] },
]

export async function missingFaces(fcList = FC_LIST): Promise<OfficeFace[]> {
  const listed = promisify(execFile)(fcList, ['--format', '%{file}\t%{family}\t%{lang}\n'], {
    timeout: WITHIN_MS,
    maxBuffer: MAX_BYTES,
  })
  const output = await listed.catch(() => undefined)
  if (!output) return []
  const fonts = output.stdout
    .split('\n')
    .filter((line) => line.startsWith(SANDBOXED))
    .map((line) => line.split('\t'))
    .map(([, families = '', languages = '']) => ({
      families: families.split(','),
      languages: languages.split('|'),
    }))
  const isThere = ({ families, languages, isBuilt }: OfficeFont): boolean =>
    isBuilt?.() === true ||
    fonts.some(
      (font) =>
        families?.some((one) => font.families.includes(one)) ||
        languages?.every((one) => font.languages.includes(one)) === true,
    )
  return FACES.filter((wanted) => !isThere(wanted)).map(({ face }) => face)
}
