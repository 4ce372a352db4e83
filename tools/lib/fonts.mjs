// Faces that documents are shown in where they do not carry theirs. Their packages have many more, so the build takes out what is used.
import { copyFileSync, mkdirSync } from 'node:fs'
import { at } from './project.mjs'

const STYLES = { Regular: '400Regular', Italic: '400Regular_Italic', Bold: '700Bold', BoldItalic: '700Bold_Italic' }

const google = (scope, family, styles) =>
  styles.map((style) => [
    `${family}-${style}.ttf`,
    at('node_modules', '@expo-google-fonts', scope, STYLES[style], `${family}_${STYLES[style]}.ttf`),
  ])

/** Names in the output with their files. */
const FACES = [
  ...google('arimo', 'Arimo', Object.keys(STYLES)),
  ...google('tinos', 'Tinos', Object.keys(STYLES)),
  ...google('cousine', 'Cousine', Object.keys(STYLES)),
  ...google('nanum-myeongjo', 'NanumMyeongjo', ['Regular', 'Bold']),
  ['DejaVuSans.ttf', at('node_modules', 'dejavu-fonts-ttf', 'ttf', 'DejaVuSans.ttf')],
]

/** Puts the faces into .build, where the server reads them. */
export function copyFonts() {
  mkdirSync(at('.build', 'fonts'), { recursive: true })
  for (const [name, file] of FACES) copyFileSync(file, at('.build', 'fonts', name))
}
