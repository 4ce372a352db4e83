const STYLES = {
  Regular: '400Regular',
  Italic: '400Regular_Italic',
  Bold: '700Bold',
  BoldItalic: '700Bold_Italic',
}

const google = (scope, family, styles) =>
  styles.map((style) => [
    `${family}-${style}.ttf`,
    `@expo-google-fonts/${scope}`,
    `${STYLES[style]}/${family}_${STYLES[style]}.ttf`,
  ])

const noto = (script, names) =>
  names.map((name) => [name, `@embedpdf/fonts-${script}`, `fonts/${name}`])

/** Font files that the build copies: `[file name, package, path in the package]`. */
export const FACES = [
  ...google('arimo', 'Arimo', Object.keys(STYLES)),
  ...google('tinos', 'Tinos', Object.keys(STYLES)),
  ...google('cousine', 'Cousine', Object.keys(STYLES)),
  ...google('nanum-myeongjo', 'NanumMyeongjo', ['Regular', 'Bold']),
  ...noto('kr', ['NotoSansKR-Regular.otf', 'NotoSansKR-Medium.otf', 'NotoSansKR-Bold.otf']),
  ...noto('jp', ['NotoSansJP-Regular.otf', 'NotoSansJP-Bold.otf']),
  ...noto('sc', ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf']),
  ...noto('tc', ['NotoSansHant-Regular.otf', 'NotoSansHant-Bold.otf']),
  ...noto('latin', ['NotoSans-Regular.ttf']),
  ['DejaVuSans.ttf', 'dejavu-fonts-ttf', 'ttf/DejaVuSans.ttf'],
]
