import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { plant } from '../test/plant.ts'
import { trimPackages } from './trim.mjs'

let remove: () => Promise<void> = () => Promise.resolve()
afterEach(() => remove())

async function trimmed(...files: readonly string[]): Promise<string[]> {
  const planted = await plant(Object.fromEntries(files.map((file) => [file, 'x'])))
  remove = planted.remove
  trimPackages(planted.folder)
  const entries = await readdir(planted.folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(planted.folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

test('source maps go wherever they lie, other files that are called a map stay', async () => {
  const left = await trimmed(
    'a/index.js',
    'a/index.js.map',
    'a/index.d.mts.map',
    '@b/c/node_modules/d/x.css.map',
    'a/site.map',
    'a/map.js',
  )
  expect(left).toEqual(['a/index.js', 'a/map.js', 'a/site.map'])
})

test('of packages with fonts the faces that are read stay, and all that is no font', async () => {
  const left = await trimmed(
    '@embedpdf/fonts-kr/fonts/NotoSansKR-Medium.otf',
    '@embedpdf/fonts-kr/fonts/NotoSansKR-Thin.otf',
    '@embedpdf/fonts-kr/LICENSE',
    '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf',
    '@expo-google-fonts/tinos/500Medium/Tinos_500Medium.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
    'pretendard/dist/public/static/Pretendard-Regular.otf',
    'pretendard/dist/public/static/alternative/Pretendard-Regular.ttf',
    'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css',
    'pretendard/dist/web/variable/woff2-dynamic-subset/PretendardVariable.subset.0.woff2',
    'pretendard/dist/web/variable/woff2/PretendardVariable.woff2',
  )
  expect(left).toEqual([
    '@embedpdf/fonts-kr/LICENSE',
    '@embedpdf/fonts-kr/fonts/NotoSansKR-Medium.otf',
    '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    'pretendard/dist/public/static/alternative/Pretendard-Regular.ttf',
    'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css',
    'pretendard/dist/web/variable/woff2-dynamic-subset/PretendardVariable.subset.0.woff2',
  ])
})

test('what is for other builds goes, and a folder of that name in another package stays', async () => {
  const left = await trimmed(
    'lucide-react/dist/cjs/a.js',
    'lucide-react/dist/esm/a.js',
    'lucide-react/dist/lucide-react.d.ts',
    'lucide-react/dist/lucide-react.prefixed.d.ts',
    'lucide-react/dynamic.d.mts',
    'lucide-react/dynamicIconImports.d.ts',
    'kubernetes-models/v1/Service.d.ts',
    'kubernetes-models/v1/Service.js',
    'typescript/lib/ko/diagnosticMessages.generated.json',
    'typescript/lib/typescript.js',
    'zod/src/index.ts',
    'zod/v4/index.js',
    'pdfjs-dist/legacy/build/pdf.mjs',
    'pdfjs-dist/build/pdf.mjs',
    'pdfkit/.yarn/releases/yarn.cjs',
    'other/legacy/a.js',
    'other/dist/cjs/a.js',
  )
  expect(left).toEqual([
    'kubernetes-models/v1/Service.d.ts',
    'lucide-react/dist/esm/a.js',
    'lucide-react/dist/lucide-react.d.ts',
    'other/dist/cjs/a.js',
    'other/legacy/a.js',
    'pdfjs-dist/build/pdf.mjs',
    'typescript/lib/typescript.js',
    'zod/v4/index.js',
  ])
})
