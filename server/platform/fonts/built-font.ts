import path from 'node:path'
import { PROJECT_ROOT } from '../config/project-root.ts'

/** Where the build puts the faces that it takes out of packages which bring many more (`tools/lib/fonts.mjs`). */
const BUILT_FONTS = path.join(PROJECT_ROOT, '.build', 'fonts')

/** As wide as Arial, Times New Roman and Courier New, letter by letter. */
export type MetricFamily = 'Arimo' | 'Tinos' | 'Cousine'
type Style = 'Regular' | 'Italic' | 'Bold' | 'BoldItalic'

/** A face: one of the three, Korean with serifs, or symbols (DejaVu Sans). */
export type BuiltFont = `${MetricFamily}-${Style}` | `NanumMyeongjo-${'Regular' | 'Bold'}` | 'DejaVuSans'

/** The file of a face. */
export const builtFont = (name: BuiltFont): string => path.join(BUILT_FONTS, `${name}.ttf`)
