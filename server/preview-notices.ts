import {
  type Converter,
  type HwpGuard,
  type MissingOfficePart,
  missingFaces,
  type OfficeFace,
} from './workers/convert/index.ts'

const PACKAGES =
  'libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui bubblewrap'

/** `from` is a Debian package. */
const FACES: Readonly<Record<OfficeFace, readonly [korean: string, from: string]>> = {
  Calibri: ['Calibri', 'fonts-crosextra-carlito'],
  Cambria: ['Cambria', 'fonts-crosextra-caladea'],
  Korean: ['한국어', 'fonts-nanum'],
  Japanese: ['일본어', 'fonts-noto-cjk'],
  Chinese: ['중국어', 'fonts-noto-cjk'],
}

export async function previewNotices(
  converter: Pick<Converter, 'missingOfficeParts' | 'hwpGuard'>,
  findMissing: () => Promise<readonly OfficeFace[]> = missingFaces,
): Promise<string[]> {
  const [missing, guard, faces] = await Promise.all([
    converter.missingOfficeParts(),
    converter.hwpGuard(),
    findMissing(),
  ])
  const notices = [
    officeNotice(missing),
    missing.length === 0 ? fontNotice(faces) : undefined,
    hwpNotice(guard),
  ]
  return notices.filter((notice) => notice !== undefined)
}

function fontNotice(faces: readonly OfficeFace[]): string | undefined {
  if (faces.length === 0) return undefined
  const packages = [...new Set(faces.map((face) => FACES[face][1]))].join(' ')
  const korean = faces.map((face) => FACES[face][0]).join(', ')
  return `Office 미리보기에 없는 글꼴: ${korean} · Missing fonts for Office previews: ${faces.join(', ')}: apt install ${packages}`
}

function officeNotice(missing: readonly MissingOfficePart[]): string | undefined {
  if (missing.length === 0) return undefined
  if (missing.includes('sandbox'))
    return 'Office 미리보기 없음: 이 서버에서 bubblewrap이 격리 공간을 만들지 못합니다 · No Office previews: bubblewrap cannot create its sandbox here; see docs/operate/previews.md'
  return `Office 미리보기 없음 (${missing.join(', ')}) · No Office previews without these: apt install ${PACKAGES}`
}

function hwpNotice(guard: HwpGuard): string | undefined {
  if (guard === 'sandbox') return undefined
  const [ko, en] = {
    namespaces: ['네트워크만 차단됨', 'network blocked, but file access not blocked by the kernel'],
    node: [
      '네트워크와 파일이 커널 수준에서 차단되지 않음',
      'network and file access not blocked by the kernel',
    ],
  }[guard]
  return `Hangul 미리보기 변환: bubblewrap 격리 없음 (${ko}) · Hangul documents are converted without a sandbox (${en}); see docs/operate/previews.md`
}
