import path from 'node:path'
import { PROJECT_ROOT } from '../config/project-root.ts'

/** Where the build puts the faces that it takes out of packages which bring many more (`tools/lib/faces.mjs`). */
export const FONT_FOLDER = path.join(PROJECT_ROOT, '.build', 'fonts')

/** As wide as Arial, Times New Roman and Courier New, letter by letter. */
const METRIC = ['Arimo', 'Tinos', 'Cousine'] as const
const STYLES = ['Regular', 'Italic', 'Bold', 'BoldItalic'] as const

export type MetricFamily = (typeof METRIC)[number]
type LentFont = `${MetricFamily}-${(typeof STYLES)[number]}` | `NanumMyeongjo-${'Regular' | 'Bold'}` | 'DejaVuSans'

/** Noto Sans with the letters of Korea, Japan, and of China in both of its scripts. */
export type NotoFamily = 'NotoSansKR' | 'NotoSansJP' | 'NotoSansHans' | 'NotoSansHant'
type NotoFont = `${NotoFamily}-${'Regular' | 'Bold'}` | 'NotoSansKR-Medium'

/** A face: one of the three, Korean with serifs, symbols (DejaVu Sans), or Noto Sans, that of Europe with one weight. */
export type BuiltFont = LentFont | NotoFont | 'NotoSans-Regular'

/** What an Office program gets: the three, Korean with and without serifs, symbols. */
export const OFFICE_FONTS: readonly BuiltFont[] = [
  'NotoSansKR-Regular',
  'NotoSansKR-Bold',
  ...METRIC.flatMap((family) => STYLES.map((style) => `${family}-${style}` as const)),
  'NanumMyeongjo-Regular',
  'NanumMyeongjo-Bold',
  'DejaVuSans',
]

const EAST_ASIAN = /^NotoSans(KR|JP|Hans|Hant)-/

/** The name of its file: faces of East Asia have PostScript outlines. */
export const fontFileName = (name: BuiltFont): string => `${name}.${EAST_ASIAN.test(name) ? 'otf' : 'ttf'}`

/** The file of a face. */
export const builtFont = (name: BuiltFont): string => path.join(FONT_FOLDER, fontFileName(name))
